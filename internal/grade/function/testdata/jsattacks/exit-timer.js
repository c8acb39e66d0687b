// Leaves from a timer, after the calls or in the middle of waiting for one.
setTimeout(() => process.exit(0), 0);
async function double(list) { await new Promise((r) => setTimeout(r, 20)); return list; }
