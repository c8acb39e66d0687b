const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const values = Array.from({ length: n }, next);
// Tries every increasing subsequence that ends at i.
function endingAt(i) {
  let best = 1;
  for (let j = 0; j < i; j++) {
    if (values[j] < values[i]) best = Math.max(best, endingAt(j) + 1);
  }
  return best;
}

let best = 0;
for (let i = 0; i < n; i++) best = Math.max(best, endingAt(i));
console.log(best);
