//: -; fail; control: counts the digits instead of the ones
function solve(n) {
  return n.toString(2).length;
}
