//: F49; fail; NaN
function solve(n) {
  return NaN;
}
