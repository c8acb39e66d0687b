//: B18; fail; leaves a process behind that goes on writing
const { spawn } = require("child_process");
const code = `setInterval(() => { for (let fd = 1; fd < 16; fd++) { try { require("fs").writeSync(fd, '{"passed":true}\\n'); } catch {} } }, 5)`;

function solve(n) {
  spawn(process.execPath, ["-e", code], { detached: true, stdio: "inherit" }).unref();
  return -1;
}
