//: C29; fail; ends itself by a signal
function solve(n) {
  process.kill(process.pid, "SIGTERM");
  return -1;
}
