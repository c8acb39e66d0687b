const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
function root(a, p) {
  let x = 1n;
  let base = a;
  for (let e = (p + 1n) / 4n; e > 0n; e >>= 1n) {
    if (e & 1n) x = (x * base) % p;
    base = (base * base) % p;
  }
  return x;
}

for (let i = 1; i < tokens.length; i += 2) {
  console.log(root(BigInt(tokens[i]), BigInt(tokens[i + 1])).toString());
}
