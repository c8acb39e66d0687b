console.assert(toRoman(1) === "I");
console.assert(toRoman(4) === "IV");
console.assert(toRoman(9) === "IX");
console.assert(toRoman(58) === "LVIII");
console.assert(toRoman(1994) === "MCMXCIV");
console.assert(toRoman(3999) === "MMMCMXCIX");
console.assert(toRoman(444) === "CDXLIV");
