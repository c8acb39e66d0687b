const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const a = next();
const b = next();
const out = [];
const root = Math.floor(Math.sqrt(b)) + 1;
const composite = new Uint8Array(root + 1);
const hit = new Uint8Array(b - a + 1);
for (let p = 2; p <= root; p++) {
  if (composite[p]) continue;
  for (let m = p * p; m <= root; m += p) composite[m] = 1;
  for (let m = Math.max(p * p, Math.ceil(a / p) * p); m <= b; m += p) hit[m - a] = 1;
}
for (let n = b; n >= Math.max(a, 2); n--) if (!hit[n - a]) out.push(n);
console.log(out.join("\n"));
