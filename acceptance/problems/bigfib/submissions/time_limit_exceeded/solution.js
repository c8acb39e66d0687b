const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

function fib(n) {
  return n < 2 ? BigInt(n) : fib(n - 1) + fib(n - 2);
}

while (at < tokens.length) console.log(fib(next()).toString());
