package main

import (
	"bufio"
	"fmt"
	"os"
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
	waiting := make([]int, n+1)
	for t := 1; t <= n; t++ {
		if waiting[t] = len(before[t]); waiting[t] == 0 {
			order = append(order, t)
		}
	}
	for head := 0; head < len(order); head++ {
		for _, b := range after[order[head]] {
			if waiting[b]--; waiting[b] == 0 {
				order = append(order, b)
			}
		}
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
