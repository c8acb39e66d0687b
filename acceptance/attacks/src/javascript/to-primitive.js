//: F46; fail; an object that becomes whatever number it is asked for
function solve(n) {
  let next = 0;
  return {
    [Symbol.toPrimitive]: () => next++,
    valueOf: () => next++,
    toString: () => String(next++),
    toJSON: () => next++,
  };
}
