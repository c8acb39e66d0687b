const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

for (let t = next(); t > 0; t--) {
  const a = next();
  const b = next();
  let low = 0;
  let high = 1001;
  for (let i = 0; i < 20; i++) {
    const mid = (low + high) / 2;
    if (mid ** 3 + a * mid < b) low = mid;
    else high = mid;
  }
  console.log(low.toPrecision(12));
}
