const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
const MOD = 1000000007n;

function pair(n) {
  if (n === 0n) return [0n, 1n];
  const [a, b] = pair(n / 2n);
  const even = (a * (2n * b - a + MOD)) % MOD;
  const odd = (a * a + b * b) % MOD;
  return n % 2n ? [odd, (even + odd) % MOD] : [even, odd];
}

for (const token of tokens) {
  console.log(pair(BigInt(token))[0].toString());
}
