//: D36; fail; reads other processes' command lines and descriptors
const fs = require("fs");

function solve(n) {
  for (const pid of fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    for (const name of ["cmdline", "environ"]) {
      try {
        const hit = new RegExp(`\\(${n}\\)\\D+(\\d+)`).exec(fs.readFileSync(`/proc/${pid}/${name}`, "utf8"));
        if (hit) return Number(hit[1]);
      } catch {}
    }
  }
  return -1;
}
