package main

import (
	"bufio"
	"fmt"
	"os"
)

func root(a, b float64) float64 {
	const step = 1e-7
	x := 0.0
	for i := 1.0; x*x*x+a*x < b; i++ {
		x = i * step
	}
	return x
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var t int
	fmt.Fscan(in, &t)
	for range t {
		var a, b float64
		fmt.Fscan(in, &a, &b)
		fmt.Println(root(a, b))
	}
}
