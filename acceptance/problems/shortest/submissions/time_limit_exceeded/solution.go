package main

import (
	"bufio"
	"fmt"
	"os"
)

const far = 1 << 60

type road struct{ from, to, length int }

func walk(roads []road, seen []bool, best []int, at, sum int) {
	best[at] = min(best[at], sum)
	seen[at] = true
	for _, r := range roads {
		if r.from == at && !seen[r.to] {
			walk(roads, seen, best, r.to, sum+r.length)
		}
	}
	seen[at] = false
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, m int
	fmt.Fscan(in, &n, &m)
	roads := make([]road, m)
	for i := range roads {
		fmt.Fscan(in, &roads[i].from, &roads[i].to, &roads[i].length)
	}
	best := make([]int, n+1)
	for i := range best {
		best[i] = far
	}
	best[1] = 0
	walk(roads, make([]bool, n+1), best, 1, 0)
	if best[n] >= far {
		best[n] = -1
	}
	fmt.Println(best[n])
}
