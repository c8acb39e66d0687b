//: F49; fail; infinity, which JSON cannot say
function solve(n) {
  return Infinity;
}
