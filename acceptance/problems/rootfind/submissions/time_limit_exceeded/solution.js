const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

for (let t = next(); t > 0; t--) {
  const a = next();
  const b = next();
  const step = 1e-6;
  let x = 0;
  while ((x * step) ** 3 + a * x * step < b) x += 1;
  console.log(((x - 0.5) * step).toFixed(8));
}
