package main

import (
	"fmt"
)

func distance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	replace := distance(a[1:], b[1:])
	if a[0] != b[0] {
		replace++
	}
	return min(replace, distance(a[1:], b)+1, distance(a, b[1:])+1)
}

func main() {
	var a, b string
	fmt.Scan(&a, &b)
	fmt.Println(distance(a, b))
}
