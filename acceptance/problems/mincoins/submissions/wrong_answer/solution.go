package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
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
	slices.Sort(coins)
	slices.Reverse(coins)
	answer := 0
	for _, coin := range coins {
		answer += v / coin
		v %= coin
	}
	if v > 0 {
		answer = far
	}
	if answer >= far {
		answer = -1
	}
	fmt.Println(answer)
}
