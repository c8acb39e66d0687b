package main

import (
	"bufio"
	"fmt"
	"os"
)

func power(a, b, m uint64) uint64 {
	result := 1 % m
	a %= m
	for range b {
		result = result * a % m
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
