const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const values = Array.from({ length: next() }, next);
let [left, right] = [0, 0];
for (const v of values.sort((a, b) => b - a)) {
  if (left <= right) left += v;
  else right += v;
}
console.log(left === right ? "Yes" : "No");
