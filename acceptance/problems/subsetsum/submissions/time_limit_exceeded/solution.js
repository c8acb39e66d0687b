const tokens = require("fs").readFileSync(0, "utf8").split(/\s+/).filter(Boolean);
let at = 0;
const next = () => Number(tokens[at++]);

const values = Array.from({ length: next() }, next);
function split(i, difference) {
  if (i === values.length) return difference === 0;
  return split(i + 1, difference + values[i]) || split(i + 1, difference - values[i]);
}

console.log(split(0, 0) ? "Yes" : "No");
