const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

function smooth(n) {
  for (const p of [2, 3, 5]) while (n % p === 0) n /= p;
  return n === 1;
}

while (at < tokens.length) {
  let n = 0;
  for (let left = next(); left > 0; ) if (smooth(++n)) left--;
  console.log(n);
}
