const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const roads = Array.from({ length: next() }, () => [next(), next(), next()]);
const best = new Array(n + 1).fill(Infinity);
best[1] = 0;
for (let round = 0; round < n; round++) {
  for (const [a, b, c] of roads) best[b] = Math.min(best[b], best[a] + c);
}
console.log(best[n] === Infinity ? -1 : best[n]);
