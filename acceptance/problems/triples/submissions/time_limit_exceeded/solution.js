const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const values = Array.from({ length: n }, next);
let answer = 0;
for (let i = 0; i < n; i++) {
  for (let j = i + 1; j < n; j++) {
    for (let k = j + 1; k < n; k++) {
      if (values[i] < values[j] && values[j] < values[k]) answer++;
    }
  }
}
console.log(answer);
