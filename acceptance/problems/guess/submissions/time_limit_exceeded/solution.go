package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	low, high := 1, 1000000000000000
	for {
		// Walk from both ends until they meet.
		mid := low
		for right := high; mid < right; right-- {
			mid++
		}
		fmt.Println(mid)
		var reply string
		if _, err := fmt.Fscan(in, &reply); err != nil || reply == "correct" {
			return
		}
		if reply == "lower" {
			high = mid - 1
		} else {
			low = mid + 1
		}
	}
}
