// An array that lies about its contents.
class Lie extends Array {
  get 0() { return NaN; }
  toJSON() { return 'same'; }
  [Symbol.iterator]() { return [][Symbol.iterator](); }
}
function double(list) { return new Lie(...list); }
