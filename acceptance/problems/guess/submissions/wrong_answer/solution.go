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
		mid := low + (high-low)/10
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
