const lines = require("fs").readFileSync(0, "utf8").split("\n");
if (lines[lines.length - 1] === "") lines.pop();
for (const line of lines) {
  console.log(line.replace(/(.)\1+/gu, (run, ch) => ch + [...run].length));
}
