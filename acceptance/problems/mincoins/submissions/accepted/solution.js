const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const v = next();
const coins = Array.from({ length: next() }, next).sort((a, b) => b - a);
const best = new Array(v + 1).fill(Infinity);
best[0] = 0;
for (const coin of coins) {
  for (let total = coin; total <= v; total++) {
    best[total] = Math.min(best[total], best[total - coin] + 1);
  }
}
console.log(best[v] === Infinity ? -1 : best[v]);
