package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	var a, b int
	fmt.Scan(&a, &b)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for n := max(a, 2); n <= b; n++ {
		d := 2
		for d < n && n%d != 0 {
			d++
		}
		if d == n {
			fmt.Fprintln(out, n)
		}
	}
}
