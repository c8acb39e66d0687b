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
	var coins []int
	for {
		var coin int
		if _, err := fmt.Fscan(in, &coin); err != nil {
			break
		}
		coins = append(coins, coin)
	}
	ways := make([]*big.Int, amount+1)
	for v := range ways {
		ways[v] = new(big.Int)
		if v == 0 {
			ways[v].SetInt64(1)
		}
		for _, coin := range coins {
			if coin <= v {
				ways[v].Add(ways[v], ways[v-coin])
			}
		}
	}
	fmt.Println(ways[amount])
}
