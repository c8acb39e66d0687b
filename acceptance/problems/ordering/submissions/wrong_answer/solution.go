package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

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
	for t := 1; t <= n; t++ {
		order = append(order, t)
	}
	sort.Slice(order, func(i, j int) bool { return len(before[order[i]]) < len(before[order[j]]) })
	if len(before[order[0]]) > 0 {
		order = nil
	}
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
