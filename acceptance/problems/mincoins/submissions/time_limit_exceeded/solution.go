package main

import (
	"bufio"
	"fmt"
	"os"
)

const far = 1000000000

func fewest(rest int, coins []int) int {
	if rest == 0 {
		return 0
	}
	best := far
	for _, coin := range coins {
		if coin <= rest {
			best = min(best, fewest(rest-coin, coins)+1)
		}
	}
	return best
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var v, c int
	fmt.Fscan(in, &v, &c)
	coins := make([]int, c)
	for i := range coins {
		fmt.Fscan(in, &coins[i])
	}
	answer := fewest(v, coins)
	if answer >= far {
		answer = -1
	}
	fmt.Println(answer)
}
