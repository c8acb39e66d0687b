//: F46; fail; the right value as a BigInt, which is not strictly equal
function solve(n) {
  return BigInt(n.toString(2).split("1").length - 1);
}
