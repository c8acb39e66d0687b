package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line := in.Text()
		count := 1
		for i := 0; i < len(line); i++ {
			if i+1 < len(line) && line[i] == line[i+1] {
				count++
				continue
			}
			fmt.Printf("%c", line[i])
			if count > 1 {
				fmt.Print(count)
			}
			count = 1
		}
		fmt.Println()
	}
}
