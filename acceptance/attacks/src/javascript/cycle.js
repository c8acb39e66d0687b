//: F51; fail; an object that contains itself
function solve(n) {
  const value = [n];
  value.push(value);
  return value;
}
