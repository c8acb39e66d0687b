//: C30; fail; throws nothing at all
function solve(n) {
  throw undefined;
}
