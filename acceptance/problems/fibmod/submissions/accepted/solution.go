package main

import (
	"bufio"
	"fmt"
	"os"
)

const mod = 1000000007

func fib(n int64) (f, g int64) {
	if n == 0 {
		return 0, 1
	}
	a, b := fib(n / 2)
	even := a * ((2*b - a + mod) % mod) % mod
	odd := (a*a + b*b) % mod
	if n%2 == 1 {
		return odd, (even + odd) % mod
	}
	return even, odd
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		var n int64
		if _, err := fmt.Fscan(in, &n); err != nil {
			return
		}
		f, _ := fib(n)
		fmt.Println(f)
	}
}
