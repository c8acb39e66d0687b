const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const v = next();
const coins = Array.from({ length: next() }, next).sort((a, b) => b - a);
let rest = v;
let used = 0;
for (const coin of coins) {
  used += Math.floor(rest / coin);
  rest %= coin;
}
console.log(rest === 0 ? used : -1);
