//: B17; fail; answers for the driver on its own descriptor, then leaves
const fs = require("fs");

function solve(n) {
  for (let fd = 3; fd < 16; fd++) {
    for (let i = 0; i < 20; i++) {
      try {
        fs.writeSync(fd, JSON.stringify({ id: i, ok: true, value: i % 3 }) + "\n");
      } catch {}
    }
  }
  process.reallyExit(0);
}
