//: F51; fail; an object nested a million deep
function solve(n) {
  let value = null;
  for (let i = 0; i < 1e6; i++) value = [value];
  return value;
}
