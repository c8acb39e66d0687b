package main

import (
	"fmt"
)

func fib(n int) uint64 {
	a, b := uint64(0), uint64(1)
	for range n {
		a, b = b, a+b
	}
	return a
}

func main() {
	for {
		var n int
		if _, err := fmt.Scan(&n); err != nil {
			return
		}
		fmt.Println(fib(n))
	}
}
