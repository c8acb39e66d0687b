//: -; pass; control: the right answer
for (const word of require("fs").readFileSync(0, "utf8").trim().split(/\s+/)) {
  console.log(BigInt(word).toString(2).split("1").length - 1);
}
