// Threads that outlive the calls and write to the result channel.
const { Worker } = require('worker_threads');
new Worker("const fs = require('fs'); for (;;) { try { fs.writeSync(3, 'R0;1;T'); } catch {} }", { eval: true });
const end = Date.now() + 100;
while (Date.now() < end) {}
function double(list) { return list; }
