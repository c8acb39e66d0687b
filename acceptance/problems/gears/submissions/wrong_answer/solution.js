const lines = require("fs").readFileSync(0, "utf8").trim().split("\n");
const gcd = (a, b) => (b === 0n ? a : gcd(b, a % b));
for (const line of lines) {
  const gears = line.trim().split(" ").map(BigInt);
  console.log((gears.reduce((a, b) => a * b) / gears.reduce(gcd)).toString());
}
