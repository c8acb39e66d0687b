const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const v = next();
const coins = Array.from({ length: next() }, next).sort((a, b) => b - a);
function fewest(rest) {
  if (rest === 0) return 0;
  let best = Infinity;
  for (const coin of coins) {
    if (coin <= rest) best = Math.min(best, fewest(rest - coin) + 1);
  }
  return best;
}

const answer = fewest(v);
console.log(answer === Infinity ? -1 : answer);
