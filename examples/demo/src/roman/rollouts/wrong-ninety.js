function toRoman(n) {
  const table = { M: 1000, D: 500, CD: 400, C: 100, L: 50, XL: 40, X: 10, IX: 9, V: 5, IV: 4, I: 1 };
  let result = "";
  for (const [text, value] of Object.entries(table)) {
    while (n >= value) {
      result += text;
      n -= value;
    }
  }
  return result;
}
