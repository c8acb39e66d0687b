const lines = require("fs").readFileSync(0, "utf8").split("\n");
const amount = Number(lines[0]);
const ways = new Float64Array(amount + 1);
ways[0] = 1;
for (const coin of lines[1].trim().split(" ").map(Number)) {
  for (let v = coin; v <= amount; v++) ways[v] += ways[v - coin];
}
console.log(BigInt(ways[amount]).toString());
