//: F50; fail; an object whose properties change each time they are read
function solve(n) {
  let reads = 0;
  return Object.defineProperty({}, "value", { enumerable: true, get: () => reads++ });
}
