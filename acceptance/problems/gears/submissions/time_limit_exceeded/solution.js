const lines = require("fs").readFileSync(0, "utf8").trim().split("\n");
for (const line of lines) {
  const gears = line.trim().split(" ").map(BigInt);
  let turn = 1n;
  while (gears.some((g) => turn % g !== 0n)) turn++;
  console.log(turn.toString());
}
