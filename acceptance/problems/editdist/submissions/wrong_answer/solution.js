const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
const [a, b] = tokens;
let row = Array.from({ length: b.length + 1 }, (_, j) => j);
for (let i = 1; i <= a.length; i++) {
  const above = row;
  row = [i];
  for (let j = 1; j <= b.length; j++) {
    const replace = a[i - 1] === b[j - 1] ? above[j - 1] : Infinity;
    row.push(Math.min(above[j] + 1, row[j - 1] + 1, replace));
  }
}
console.log(row[b.length]);
