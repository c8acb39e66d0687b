const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const values = Array.from({ length: n }, next);
const tails = [];
for (const x of values) {
  let low = 0;
  let high = tails.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (tails[mid] <= x) low = mid + 1;
    else high = mid;
  }
  tails[low] = x;
}
console.log(tails.length);
