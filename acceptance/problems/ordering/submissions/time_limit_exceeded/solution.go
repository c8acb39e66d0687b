package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

// level returns the longest chain that ends in the task, or -1 for a cycle.
func level(before [][]int, task, depth int) int {
	if depth > len(before) {
		return -1
	}
	best := 0
	for _, a := range before[task] {
		longest := level(before, a, depth+1)
		if longest < 0 {
			return -1
		}
		best = max(best, longest+1)
	}
	return best
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m int
	fmt.Fscan(in, &n, &m)
	after := make([][]int, n+1)
	before := make([][]int, n+1)
	for range m {
		var a, b int
		fmt.Fscan(in, &a, &b)
		after[a] = append(after[a], b)
		before[b] = append(before[b], a)
	}
	var order []int
	chain := make([]int, n+1)
	for t := 1; t <= n; t++ {
		if chain[t] = level(before, t, 0); chain[t] < 0 {
			fmt.Println("impossible")
			return
		}
		order = append(order, t)
	}
	sort.Slice(order, func(i, j int) bool { return chain[order[i]] < chain[order[j]] })
	if len(order) < n {
		fmt.Println("impossible")
		return
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, t := range order {
		fmt.Fprintln(out, t)
	}
}
