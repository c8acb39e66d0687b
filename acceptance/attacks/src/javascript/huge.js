//: F51; fail; a value too large to carry
function solve(n) {
  return "1".repeat(1 << 28);
}
