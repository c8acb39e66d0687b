const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
function root(a, p) {
  for (let x = 0n; x < p; x++) {
    if ((x * x) % p === a) return x;
  }
  return -1n;
}

for (let i = 1; i < tokens.length; i += 2) {
  console.log(root(BigInt(tokens[i]), BigInt(tokens[i + 1])).toString());
}
