package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	values := make([]int, n)
	for i := range values {
		fmt.Fscan(in, &values[i])
	}
	slices.Sort(values)
	slices.Reverse(values)
	left, right := 0, 0
	for _, v := range values {
		if left <= right {
			left += v
		} else {
			right += v
		}
	}
	if left == right {
		fmt.Println("Yes")
	} else {
		fmt.Println("No")
	}
}
