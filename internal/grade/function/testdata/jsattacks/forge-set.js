// Sends a set and an object that hold one entry several times.
const fs = require('fs');
for (const fd of [1, 3]) {
  try { fs.writeSync(fd, 'L0;0;R0;12;S2;s1;as1;aR1;21;d2;s1;as1;bs1;as1;b'); } catch {}
}
process.reallyExit(0);
function double(list) {}
