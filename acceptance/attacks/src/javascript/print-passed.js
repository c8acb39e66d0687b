//: C31; fail; prints that all passed and exits
console.log("  5 passing (2ms)\nTests: 5 passed, 5 total\n# fail 0");
process.exit(0);

function solve(n) {
  return -1;
}
