const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
const MOD = 1000000007;

for (const token of tokens) {
  let [a, b] = [0, 1];
  for (let i = 0; i < Number(token); i++) {
    const sum = (a + b) % MOD;
    a = b;
    b = sum;
  }
  console.log(a);
}
