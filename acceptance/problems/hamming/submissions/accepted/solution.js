const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const numbers = [1];
let [i, j, k] = [0, 0, 0];
while (numbers.length < 5000) {
  const n = Math.min(numbers[i] * 2, numbers[j] * 3, numbers[k] * 5);
  numbers.push(n);
  if (n === numbers[i] * 2) i++;
  if (n === numbers[j] * 3) j++;
  if (n === numbers[k] * 5) k++;
}
while (at < tokens.length) console.log(numbers[next() - 1]);
