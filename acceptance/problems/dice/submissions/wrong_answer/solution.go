package main

import (
	"bufio"
	"fmt"
	"os"
)

func chance(n, s, t int) float64 {
	p := []float64{1}
	for range n {
		rolled := make([]float64, len(p)+s)
		for sum, q := range p {
			for face := 1; face <= s; face++ {
				rolled[sum+face] += q / float64(s)
			}
		}
		p = rolled
	}
	total := 0.0
	for sum, q := range p {
		if sum > t {
			total += q
		}
	}
	return total
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		var n, s, t int
		if _, err := fmt.Fscan(in, &n, &s, &t); err != nil {
			return
		}
		fmt.Println(chance(n, s, t))
	}
}
