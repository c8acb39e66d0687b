package main

import (
	"bufio"
	"fmt"
	"os"
)

func endingAt(i int, values []int) int {
	best := 1
	for j, x := range values[:i] {
		if x < values[i] {
			best = max(best, endingAt(j, values)+1)
		}
	}
	return best
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	values := make([]int, n)
	for i := range values {
		fmt.Fscan(in, &values[i])
	}
	best := 0
	for i := range values {
		best = max(best, endingAt(i, values))
	}
	fmt.Println(best)
}
