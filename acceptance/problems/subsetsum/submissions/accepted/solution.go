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
	values := make([]int, n)
	for i := range values {
		fmt.Fscan(in, &values[i])
	}
	total := 0
	reach := make([]bool, 120001)
	reach[0] = true
	for _, v := range values {
		total += v
		for s := total; s >= v; s-- {
			reach[s] = reach[s] || reach[s-v]
		}
	}
	if total%2 == 0 && reach[total/2] {
		fmt.Println("Yes")
	} else {
		fmt.Println("No")
	}
}
