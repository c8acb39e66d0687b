//: C31; fail; process.exit(0) when called
function solve(n) {
  process.exit(0);
}
