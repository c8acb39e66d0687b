//: C30; fail; throws an error that ends the process when it is shown
function solve(n) {
  throw { get message() { process.reallyExit(0); }, get stack() { process.reallyExit(0); }, toString: () => process.reallyExit(0) };
}
