//: B17; fail; closes every descriptor
const fs = require("fs");

function solve(n) {
  for (let fd = 0; fd < 64; fd++) {
    try {
      fs.closeSync(fd);
    } catch {}
  }
  return -1;
}
