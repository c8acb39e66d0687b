//: F46; fail; the right value as text, which is only loosely equal
function solve(n) {
  return [String(n.toString(2).split("1").length - 1)];
}
