package main

import (
	"bufio"
	"fmt"
	"os"
)

func split(values []int, difference int) bool {
	if len(values) == 0 {
		return difference == 0
	}
	return split(values[1:], difference+values[0]) || split(values[1:], difference-values[0])
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	values := make([]int, n)
	for i := range values {
		fmt.Fscan(in, &values[i])
	}
	if split(values, 0) {
		fmt.Println("Yes")
	} else {
		fmt.Println("No")
	}
}
