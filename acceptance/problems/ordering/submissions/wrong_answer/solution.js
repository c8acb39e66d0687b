const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const m = next();
const before = Array.from({ length: n + 1 }, () => []);
for (let i = 0; i < m; i++) {
  const a = next();
  const b = next();
  before[b].push(a);
}
const order = Array.from({ length: n }, (_, i) => i + 1);
order.sort((a, b) => before[a].length - before[b].length);
console.log(before[order[0]].length === 0 ? order.join(" ") : "impossible");
