package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		runes := []rune(in.Text())
		count := 1
		for i := 1; i < len(runes); i++ {
			if runes[i] == runes[i-1] {
				count++
				continue
			}
			fmt.Print(string(runes[i-1]))
			if count > 1 {
				fmt.Print(count)
			}
			count = 1
		}
		if count > 1 {
			fmt.Print(string(runes[len(runes)-1]), count)
		}
		fmt.Println()
	}
}
