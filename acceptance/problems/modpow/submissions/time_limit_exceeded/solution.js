const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
function power(a, b, m) {
  let result = 1n % m;
  for (; b > 0n; b--) result = (result * a) % m;
  return result;
}

const out = [];
for (let i = 1; i < tokens.length; i += 3) {
  out.push(power(BigInt(tokens[i]), BigInt(tokens[i + 1]), BigInt(tokens[i + 2])));
}
console.log(out.join("\n"));
