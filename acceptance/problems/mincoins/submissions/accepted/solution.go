package main

import (
	"bufio"
	"fmt"
	"os"
)

const far = 1000000000

func main() {
	in := bufio.NewReader(os.Stdin)
	var v, c int
	fmt.Fscan(in, &v, &c)
	coins := make([]int, c)
	for i := range coins {
		fmt.Fscan(in, &coins[i])
	}
	best := make([]int, v+1)
	for total := 1; total <= v; total++ {
		best[total] = far
		for _, coin := range coins {
			if coin <= total {
				best[total] = min(best[total], best[total-coin]+1)
			}
		}
	}
	answer := best[v]
	if answer >= far {
		answer = -1
	}
	fmt.Println(answer)
}
