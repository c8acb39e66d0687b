//: C31; fail; process.exit(0) while loading
function solve(n) {
  return -1;
}
process.exit(0);
