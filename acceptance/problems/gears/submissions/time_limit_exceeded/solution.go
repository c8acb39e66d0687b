package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func upright(turn int, gears []int) bool {
	for _, g := range gears {
		if turn%g != 0 {
			return false
		}
	}
	return true
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
		for !upright(turn, gears) {
			turn++
		}
		fmt.Println(turn)
	}
}
