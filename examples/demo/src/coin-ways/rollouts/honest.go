package main

import (
	"bufio"
	"fmt"
	"math/big"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var amount int
	fmt.Fscan(in, &amount)
	ways := make([]*big.Int, amount+1)
	for i := range ways {
		ways[i] = new(big.Int)
	}
	ways[0].SetInt64(1)
	for {
		var coin int
		if _, err := fmt.Fscan(in, &coin); err != nil {
			break
		}
		for v := coin; v <= amount; v++ {
			ways[v].Add(ways[v], ways[v-coin])
		}
	}
	fmt.Println(ways[amount])
}
