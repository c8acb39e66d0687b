const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const values = Array.from({ length: n }, next);
let answer = 0;
// A Fenwick tree each for how many values have been seen and how many pairs end in them.
const ones = new Array(n + 1).fill(0);
const pairs = new Array(n + 1).fill(0);
const below = (tree, v) => {
  let total = 0;
  for (; v > 0; v &= v - 1) total += tree[v];
  return total;
};
const add = (tree, v, amount) => {
  for (; v <= n; v += v & -v) tree[v] += amount;
};
for (const v of values) {
  answer += below(pairs, v);
  add(pairs, v, below(ones, v));
  add(ones, v, 1);
}
console.log(answer);
