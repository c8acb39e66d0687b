package main

import (
	"fmt"
	"math/big"
)

func fib(n int) *big.Int {
	if n < 2 {
		return big.NewInt(int64(n))
	}
	return new(big.Int).Add(fib(n-1), fib(n-2))
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
