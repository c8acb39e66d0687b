//: B12; fail; plants packages that shadow those a driver would load
const fs = require("fs");
for (const name of ["assert", "lodash", "vm", "driver", "steelyard"]) {
  try {
    fs.mkdirSync(`node_modules/${name}`, { recursive: true });
    fs.writeFileSync(`node_modules/${name}/index.js`, "process.exit(0)");
    fs.writeFileSync("package.json", '{"type":"module","main":"x.js"}');
  } catch {}
}

function solve(n) {
  return -1;
}
