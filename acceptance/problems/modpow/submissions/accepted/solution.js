const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
function power(a, b, m) {
  let result = 1n % m;
  for (a %= m; b > 0n; b >>= 1n) {
    if (b & 1n) result = (result * a) % m;
    a = (a * a) % m;
  }
  return result;
}

const out = [];
for (let i = 1; i < tokens.length; i += 3) {
  out.push(power(BigInt(tokens[i]), BigInt(tokens[i + 1]), BigInt(tokens[i + 2])));
}
console.log(out.join("\n"));
