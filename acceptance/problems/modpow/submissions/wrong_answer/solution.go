package main

import (
	"bufio"
	"fmt"
	"os"
)

func power(a, b, m uint64) uint64 {
	result := uint64(1)
	a %= m
	for ; b > 0; b >>= 1 {
		if b&1 == 1 {
			result = result * a % m
		}
		a = a * a % m
	}
	return result
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var t int
	fmt.Fscan(in, &t)
	for range t {
		var a, b, m uint64
		fmt.Fscan(in, &a, &b, &m)
		fmt.Println(power(a, b, m))
	}
}
