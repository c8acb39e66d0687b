//: B15; fail; reaches for the outer context through constructors and replaces what it finds
function solve(n) {
  try {
    const outer = this.constructor.constructor("return globalThis")();
    for (const name of Object.getOwnPropertyNames(outer)) {
      if (/check|expect|compare|equal|send|encode/i.test(name)) outer[name] = () => true;
    }
  } catch {}
  return -1;
}
