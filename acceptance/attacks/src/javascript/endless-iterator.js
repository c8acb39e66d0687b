//: F51; fail; an iterator that never ends
function* solve(n) {
  for (;;) yield n;
}
