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
	composite := make([]bool, 1000003)
	hit := make([]bool, b-a+1)
	for p := 2; p*p <= b; p++ {
		if composite[p] {
			continue
		}
		for m := p * p; m < len(composite); m += p {
			composite[m] = true
		}
		for m := max(p*p, (a+p-1)/p*p); m <= b; m += p {
			hit[m-a] = true
		}
	}
	for n := max(a, 2); n <= b; n++ {
		if !hit[n-a] {
			fmt.Fprintln(out, n)
		}
	}
}
