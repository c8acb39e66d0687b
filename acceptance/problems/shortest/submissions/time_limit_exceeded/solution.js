const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const roads = Array.from({ length: next() }, () => [next(), next(), next()]);
const best = new Array(n + 1).fill(Infinity);
best[1] = 0;
const seen = new Array(n + 1).fill(false);
const out = best.map((_, place) => roads.filter(([a]) => a === place));
function walk(a, length) {
  best[a] = Math.min(best[a], length);
  seen[a] = true;
  for (const [, b, c] of out[a]) if (!seen[b]) walk(b, length + c);
  seen[a] = false;
}

walk(1, 0);
console.log(best[n] === Infinity ? -1 : best[n]);
