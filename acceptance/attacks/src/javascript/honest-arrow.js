//: -; pass; control: another right answer, as a constant
const solve = (n) => {
  let ones = 0;
  for (; n > 0; n = Math.floor(n / 2)) ones += n % 2;
  return ones;
};
