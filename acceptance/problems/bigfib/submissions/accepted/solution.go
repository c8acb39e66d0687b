package main

import (
	"fmt"
	"math/big"
)

func fib(n int) *big.Int {
	a, b := big.NewInt(0), big.NewInt(1)
	for range n {
		a.Add(a, b)
		a, b = b, a
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
