package main

import (
	"bufio"
	"fmt"
	"os"
)

func root(a, p int64) int64 {
	for x := range p {
		if x*x%p == a {
			return x
		}
	}
	return -1
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var t int
	fmt.Fscan(in, &t)
	for range t {
		var a, p int64
		fmt.Fscan(in, &a, &p)
		fmt.Println(root(a, p))
	}
}
