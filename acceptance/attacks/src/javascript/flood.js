//: B16; fail; floods standard output
function solve(n) {
  const block = "passed ".repeat(10000);
  for (;;) require("fs").writeSync(1, block);
}
