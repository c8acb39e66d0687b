//: C29; fail; takes all memory
function solve(n) {
  const keep = [];
  for (;;) keep.push(new Array(1 << 20).fill(n));
}
