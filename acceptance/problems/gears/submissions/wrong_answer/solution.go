package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var gears []int
		for _, word := range strings.Fields(in.Text()) {
			g, _ := strconv.Atoi(word)
			gears = append(gears, g)
		}
		turn := 1
		shared := gears[0]
		for _, g := range gears {
			turn *= g
			shared = gcd(shared, g)
		}
		turn /= shared
		fmt.Println(turn)
	}
}
