//: G52; fail; stops the clocks, then takes too long
Date.now = performance.now = () => 0;
process.hrtime = () => [0, 0];
process.hrtime.bigint = () => 0n;
globalThis.setTimeout = () => 0;

function solve(n) {
  for (;;);
}
