const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const c = next();
const items = Array.from({ length: n }, () => [next(), next()]);
function most(i, room) {
  if (i === n) return 0;
  const [weight, value] = items[i];
  const without = most(i + 1, room);
  return weight > room ? without : Math.max(without, value + most(i + 1, room - weight));
}

console.log(most(0, c));
