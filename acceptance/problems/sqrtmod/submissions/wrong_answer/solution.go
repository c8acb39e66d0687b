package main

import (
	"bufio"
	"fmt"
	"os"
)

func root(a, p int64) int64 {
	x, base := int64(1), a
	for e := (p + 1) / 4; e > 0; e >>= 1 {
		if e&1 == 1 {
			x = x * base % p
		}
		base = base * base % p
	}
	return x
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var t int
	fmt.Fscan(in, &t)
	for range t {
		var a, p int64
		fmt.Fscan(in, &a, &p)
		fmt.Println(root(a, p))
	}
}
