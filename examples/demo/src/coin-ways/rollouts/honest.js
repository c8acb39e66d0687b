const [amount, ...coins] = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const ways = new Array(amount + 1).fill(0n);
ways[0] = 1n;
for (const coin of coins) {
  for (let v = coin; v <= amount; v++) ways[v] += ways[v - coin];
}
console.log(ways[amount].toString());
