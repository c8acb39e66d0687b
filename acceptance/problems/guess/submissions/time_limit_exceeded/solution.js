const fs = require("fs");

function line() {
  const byte = Buffer.alloc(1);
  let text = "";
  while (fs.readSync(0, byte, 0, 1) === 1 && byte[0] !== 10) text += String.fromCharCode(byte[0]);
  return text;
}

let low = 1;
let high = 1e15;
for (;;) {
  // Walk from both ends until they meet.
  let mid = low;
  for (let right = high; mid < right; right--) mid++;
  fs.writeSync(1, mid + "\n");
  const reply = line();
  if (reply === "lower") high = mid - 1;
  else if (reply === "higher") low = mid + 1;
  else break;
}
