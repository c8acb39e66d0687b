package main

import (
	"bufio"
	"fmt"
	"os"
)

func root(a, b float64) float64 {
	low, high := 0.0, 1001.0
	for range 20 {
		mid := (low + high) / 2
		if mid*mid*mid+a*mid < b {
			low = mid
		} else {
			high = mid
		}
	}
	return low
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
