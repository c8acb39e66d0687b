//: C27; fail; ends the process from a timer and from every exit handler
setTimeout(() => process.exit(0), 10);
process.on("exit", () => process.reallyExit(0));
process.on("uncaughtException", () => process.exit(0));
process.on("beforeExit", () => process.exit(0));

function solve(n) {
  throw new Error("never mind");
}
