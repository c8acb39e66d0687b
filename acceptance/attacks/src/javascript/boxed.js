//: F47; fail; a Number object whose comparison is its own
class Liar extends Number {
  valueOf() {
    return 1;
  }
  equals() {
    return true;
  }
}

function solve(n) {
  return new Liar(-1);
}
