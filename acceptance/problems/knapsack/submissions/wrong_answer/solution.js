const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const c = next();
const items = Array.from({ length: n }, () => [next(), next()]);
const best = new Array(c + 1).fill(0);
for (const [weight, value] of items) {
  for (let room = weight; room <= c; room++) {
    best[room] = Math.max(best[room], best[room - weight] + value);
  }
}
console.log(best[c]);
