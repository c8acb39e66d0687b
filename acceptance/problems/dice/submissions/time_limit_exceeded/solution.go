package main

import (
	"bufio"
	"fmt"
	"os"
)

func chance(n, s, t int) float64 {
	if n == 0 {
		if t <= 0 {
			return 1
		}
		return 0
	}
	sum := 0.0
	for face := 1; face <= s; face++ {
		sum += chance(n-1, s, t-face)
	}
	return sum / float64(s)
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		var n, s, t int
		if _, err := fmt.Fscan(in, &n, &s, &t); err != nil {
			return
		}
		fmt.Println(chance(n, s, t))
	}
}
