//: B18; fail; a worker thread ends the process while the call is being answered
const { Worker } = require("worker_threads");
new Worker("setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)", { eval: true });

function solve(n) {
  const until = Date.now() + 300;
  while (Date.now() < until);
  return -1;
}
