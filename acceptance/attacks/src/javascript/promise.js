//: G54; fail; a promise of some answer that ends the process when awaited
function solve(n) {
  return { then: () => process.reallyExit(0) };
}
