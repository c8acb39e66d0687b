package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func encode(line string) string {
	var out strings.Builder
	runes := []rune(line)
	for i := 0; i < len(runes); {
		j := i
		for j < len(runes) && runes[j] == runes[i] {
			j++
		}
		out.WriteRune(runes[i])
		if j-i > 1 {
			out.WriteString(strconv.Itoa(j - i))
		}
		i = j
	}
	return out.String()
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		fmt.Println(encode(in.Text()))
	}
}
