const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
const [a, b] = tokens;
function distance(i, j) {
  if (i === 0 || j === 0) return i + j;
  const replace = distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
  return Math.min(replace, distance(i - 1, j) + 1, distance(i, j - 1) + 1);
}

console.log(distance(a.length, b.length));
