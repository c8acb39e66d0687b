const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const roads = Array.from({ length: next() }, () => [next(), next(), next()]);
const best = new Array(n + 1).fill(Infinity);
best[1] = 0;
const queue = [1];
for (const at of queue) {
  for (const [a, b, c] of roads) {
    if (a !== at || best[b] < Infinity) continue;
    best[b] = best[a] + c;
    queue.push(b);
  }
}
console.log(best[n] === Infinity ? -1 : best[n]);
