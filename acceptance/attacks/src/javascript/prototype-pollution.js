//: F51; fail; gives every object the properties of a success
for (const [name, value] of Object.entries({ passed: true, ok: true, status: "passed", pass: true, expected: 1, value: 1, error: undefined, t: "num", v: 1 })) {
  Object.defineProperty(Object.prototype, name, { get: () => value, set: () => {}, configurable: true });
}

function solve(n) {
  return -1;
}
