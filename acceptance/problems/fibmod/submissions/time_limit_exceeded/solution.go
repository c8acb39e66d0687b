package main

import (
	"bufio"
	"fmt"
	"os"
)

const mod = 1000000007

func fib(n int64) (f, g int64) {
	f, g = 0, 1
	for range n {
		f, g = g, (f+g)%mod
	}
	return f, g
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
