package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	var n, k int
	fmt.Scan(&n, &k)
	circle := make([]int, n)
	for i := range circle {
		circle[i] = i + 1
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	at := 0
	for len(circle) > 0 {
		at = (at + k) % len(circle)
		fmt.Fprintln(out, circle[at])
		circle = append(circle[:at], circle[at+1:]...)
	}
}
