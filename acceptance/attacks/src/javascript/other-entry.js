//: C30; fail; replaces its entry point after the fact
let solve = () => -1;
Object.defineProperty(globalThis, "solve", { get: () => process.reallyExit(0) });
solve = undefined;
