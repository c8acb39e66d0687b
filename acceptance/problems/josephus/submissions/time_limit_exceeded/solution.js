const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const n = next();
const k = next();
const circle = Array.from({ length: n }, (_, i) => i + 1);
const out = [];
let here = 0;
while (circle.length > 0) {
  here %= circle.length;
  for (let i = 1; i < k; i++) here = here + 1 < circle.length ? here + 1 : 0;
  out.push(circle.splice(here, 1)[0]);
}
console.log(out.join("\n"));
