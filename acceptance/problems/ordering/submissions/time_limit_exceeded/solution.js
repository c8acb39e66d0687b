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
// Returns the longest chain that ends in the task, or Infinity for a cycle.
function level(task, path) {
  if (path.includes(task)) return Infinity;
  let best = 0;
  for (const a of before[task]) best = Math.max(best, level(a, [...path, task]) + 1);
  return best;
}

const levels = before.map((_, t) => level(t, []));
const order = Array.from({ length: n }, (_, i) => i + 1);
order.sort((a, b) => levels[a] - levels[b]);
console.log(levels.includes(Infinity) ? "impossible" : order.join(" "));
