// Node's stack is small, so the levels are kept in an array.
const MOD = 998244353;
const text = require("fs").readFileSync(0, "utf8").trim();
const totals = [0];
for (let i = 0; i < text.length; i++) {
  if (text[i] === "(") {
    totals.push(0);
    continue;
  }
  const inner = totals.pop();
  const score = text[i - 1] === "(" ? 1 : 3 * inner;
  totals[totals.length - 1] = (totals[totals.length - 1] + score) % MOD;
}
console.log(totals[0]);
