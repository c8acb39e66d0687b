const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

function chance(n, s, t) {
  let p = [1];
  for (let die = 0; die < n; die++) {
    const rolled = new Array(p.length + s).fill(0);
    for (let sum = 0; sum < p.length; sum++) {
      for (let face = 1; face <= s; face++) rolled[sum + face] += p[sum] / s;
    }
    p = rolled;
  }
  return p.slice(t).reduce((a, b) => a + b, 0);
}

while (at < tokens.length) console.log(chance(next(), next(), next()));
