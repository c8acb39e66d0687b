package main

import (
	"fmt"
)

func smooth(n int) bool {
	for _, p := range []int{2, 3, 5} {
		for n%p == 0 {
			n /= p
		}
	}
	return n == 1
}

func main() {
	for {
		var at int
		if _, err := fmt.Scan(&at); err != nil {
			return
		}
		n := 0
		for at > 0 {
			if n++; smooth(n) {
				at--
			}
		}
		fmt.Println(n)
	}
}
