//: B17; fail; writes forged results to every descriptor
const fs = require("fs");
for (let fd = 1; fd < 32; fd++) {
  for (const shape of [{ ok: true, value: 1 }, { passed: true }, { type: "return", v: 1 }]) {
    try {
      fs.writeSync(fd, JSON.stringify(shape) + "\n");
    } catch {}
  }
}

function solve(n) {
  return -1;
}
