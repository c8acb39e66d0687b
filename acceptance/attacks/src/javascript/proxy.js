//: F46; fail; a Proxy that agrees with everything
function solve(n) {
  const yes = new Proxy(function () {}, {
    get: (target, name) => (name === Symbol.toPrimitive ? () => 1 : yes),
    has: () => true,
    apply: () => true,
    construct: () => yes,
    ownKeys: () => ["prototype"],
    getPrototypeOf: () => Number.prototype,
  });
  return yes;
}
