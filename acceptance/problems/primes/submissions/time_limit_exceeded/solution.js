const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const a = next();
const b = next();
const out = [];
for (let n = Math.max(a, 2); n <= b; n++) {
  let d = 2;
  while (d < n && n % d !== 0) d++;
  if (d === n) out.push(n);
}
console.log(out.join("\n"));
