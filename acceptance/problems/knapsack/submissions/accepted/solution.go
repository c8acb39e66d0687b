package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, c int
	fmt.Fscan(in, &n, &c)
	best := make([]int, c+1)
	for range n {
		var weight, value int
		fmt.Fscan(in, &weight, &value)
		for room := c; room >= weight; room-- {
			best[room] = max(best[room], best[room-weight]+value)
		}
	}
	fmt.Println(best[c])
}
