const toRoman = (n) => {
  const digit = (d, one, five, ten) =>
    ["", one, one + one, one + one + one, one + five, five, five + one,
      five + one + one, five + one + one + one, one + ten][d];
  return "M".repeat(Math.floor(n / 1000)) +
    digit(Math.floor(n / 100) % 10, "C", "D", "M") +
    digit(Math.floor(n / 10) % 10, "X", "L", "C") +
    digit(n % 10, "I", "V", "X");
};
