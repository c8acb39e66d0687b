// Too much to compare.
function double(list) { const a = new Array(1 << 22).fill('xxxxxxxxxxxxxxxxxxxxxxxx'); return a; }
