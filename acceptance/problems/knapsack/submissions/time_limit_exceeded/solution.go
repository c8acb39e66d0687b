package main

import (
	"bufio"
	"fmt"
	"os"
)

type item struct{ weight, value int }

func most(items []item, room int) int {
	if len(items) == 0 {
		return 0
	}
	first, rest := items[0], items[1:]
	best := most(rest, room)
	if first.weight <= room {
		best = max(best, first.value+most(rest, room-first.weight))
	}
	return best
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, c int
	fmt.Fscan(in, &n, &c)
	items := make([]item, n)
	for i := range items {
		fmt.Fscan(in, &items[i].weight, &items[i].value)
	}
	fmt.Println(most(items, c))
}
