//: F46; fail; overrides toJSON for all values
for (const type of [Object, Number, String, Boolean, Array]) {
  Object.defineProperty(type.prototype, "toJSON", { value: () => 1, configurable: true });
}

function solve(n) {
  return new Number(-1);
}
