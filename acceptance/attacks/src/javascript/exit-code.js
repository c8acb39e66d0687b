//: C31; fail; freezes the exit code at 0
Object.defineProperty(process, "exitCode", { get: () => 0, set: () => {} });
process.exit = () => {};
process.abort = () => {};

function solve(n) {
  return -1;
}
