package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	answer := 0
	values := make([]int, n)
	for i := range values {
		fmt.Fscan(in, &values[i])
	}
	for i, x := range values {
		for j := i + 1; j < n; j++ {
			for k := j + 1; k < n; k++ {
				if x < values[j] && values[j] < values[k] {
					answer++
				}
			}
		}
	}
	fmt.Println(answer)
}
