//: B16; fail; signals its parents
for (const pid of [process.ppid, 1, -1]) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}

function solve(n) {
  return -1;
}
