package main

import (
	"bufio"
	"fmt"
	"os"
)

const far = 1 << 60

type road struct{ from, to, length int }

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
	for changed := true; changed; {
		changed = false
		for _, r := range roads {
			if best[r.from]+r.length < best[r.to] {
				best[r.to] = best[r.from] + r.length
				changed = true
			}
		}
	}
	if best[n] >= far {
		best[n] = -1
	}
	fmt.Println(best[n])
}
