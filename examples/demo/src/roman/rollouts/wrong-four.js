function toRoman(n) {
  const table = { M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40, X: 10, IX: 9, V: 5, I: 1 };
  let result = "";
  for (const key of Object.keys(table)) {
    result += key.repeat(Math.floor(n / table[key]));
    n %= table[key];
  }
  return result;
}
