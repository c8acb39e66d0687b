package main

import (
	"bufio"
	"fmt"
	"math/big"
	"os"
)

func count(amount int, coins []int, found *big.Int) {
	if amount == 0 {
		found.Add(found, big.NewInt(1))
		return
	}
	if len(coins) == 0 {
		return
	}
	for rest := amount; rest >= 0; rest -= coins[0] {
		count(rest, coins[1:], found)
	}
}

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
	found := new(big.Int)
	count(amount, coins, found)
	fmt.Println(found)
}
