package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	var tails []int
	for range n {
		var x int
		fmt.Fscan(in, &x)
		i := sort.SearchInts(tails, x+1)
		if i == len(tails) {
			tails = append(tails, x)
		}
		tails[i] = x
	}
	fmt.Println(len(tails))
}
