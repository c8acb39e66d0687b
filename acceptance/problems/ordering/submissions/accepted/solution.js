const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const m = next();
const before = Array.from({ length: n + 1 }, () => []);
const after = Array.from({ length: n + 1 }, () => []);
for (let i = 0; i < m; i++) {
  const a = next();
  const b = next();
  before[b].push(a);
  after[a].push(b);
}
const waiting = before.map((list) => list.length);
const order = [];
for (let t = 1; t <= n; t++) if (waiting[t] === 0) order.push(t);
for (let i = 0; i < order.length; i++) {
  for (const b of after[order[i]]) {
    waiting[b] -= 1;
    if (waiting[b] === 0) order.push(b);
  }
}
console.log(order.length === n ? order.join(" ") : "impossible");
