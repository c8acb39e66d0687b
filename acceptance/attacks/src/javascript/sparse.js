//: F51; fail; an array of four thousand million holes
function solve(n) {
  const value = [];
  value.length = 4294967295;
  return value;
}
