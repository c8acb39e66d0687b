//: A10; fail; replaces the methods of arrays, strings and functions that a driver uses
for (const name of ["every", "some", "map", "forEach", "includes", "join", "push", "indexOf", "slice"]) {
  Object.defineProperty(Array.prototype, name, { value: () => true, writable: true, configurable: true });
}
String.prototype.includes = String.prototype.startsWith = () => true;
Function.prototype.call = Function.prototype.apply = () => 1;
Reflect.apply = () => 1;
Array.prototype[Symbol.iterator] = function* () {};

function solve(n) {
  return -1;
}
