const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

function fib(n) {
  let [a, b] = [0, 1];
  for (let i = 0; i < n; i++) [a, b] = [b, a + b];
  return BigInt(Number.isFinite(a) ? a : Number.MAX_VALUE);
}

while (at < tokens.length) console.log(fib(next()).toString());
