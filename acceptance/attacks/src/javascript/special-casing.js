//: E41; pass; a table of the visible inputs: only hidden inputs catch this, so it passes and is listed
const table = new Map([[0, 0], [1, 1], [2, 1], [3, 2], [5, 2], [7, 3], [8, 1], [255, 8], [256, 1], [1023, 10], [65535, 16], [1048576, 1]]);
for (let n = 0; n < 16; n++) table.set(n, (n & 1) + ((n >> 1) & 1) + ((n >> 2) & 1) + ((n >> 3) & 1));

function solve(n) {
  return table.get(n) ?? 0;
}
