const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

function chance(n, s, t) {
  if (n === 0) return t <= 0 ? 1 : 0;
  let sum = 0;
  for (let face = 1; face <= s; face++) sum += chance(n - 1, s, t - face);
  return sum / s;
}

while (at < tokens.length) console.log(chance(next(), next(), next()));
