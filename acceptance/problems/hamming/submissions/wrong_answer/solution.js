const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const numbers = [1];
const bases = [2, 3, 5];
const next3 = [0, 0, 0];
while (numbers.length < 5000) {
  const options = bases.map((p, i) => numbers[next3[i]] * p);
  const n = Math.min(...options);
  numbers.push(n);
  next3[options.indexOf(n)]++;
}
while (at < tokens.length) console.log(numbers[next() - 1]);
