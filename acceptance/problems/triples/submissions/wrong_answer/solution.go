package main

import (
	"bufio"
	"fmt"
	"os"
)

func below(tree []int, v int) int {
	total := 0
	for ; v > 0; v &= v - 1 {
		total += tree[v]
	}
	return total
}

func add(tree []int, v, amount int) {
	for ; v < len(tree); v += v & -v {
		tree[v] += amount
	}
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	answer := 0
	ones, pairs := make([]int, n+1), make([]int, n+1)
	for range n {
		var v int
		fmt.Fscan(in, &v)
		answer += below(pairs, v)
		add(pairs, v, below(ones, v))
		add(ones, v, 1)
	}
	fmt.Println(answer)
}
