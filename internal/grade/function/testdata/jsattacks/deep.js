// Too deep to compare, and a cycle.
function double(list) { let a = []; const first = a; for (let i = 0; i < 100000; i++) a = [a]; first.push(a); return a; }
