const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const values = Array.from({ length: next() }, next);
const total = values.reduce((a, b) => a + b);
const reach = new Uint8Array(total + 1);
reach[0] = 1;
for (const v of values) {
  for (let s = total; s >= v; s--) if (reach[s - v]) reach[s] = 1;
}
console.log(total % 2 === 0 && reach[total / 2] ? "Yes" : "No");
