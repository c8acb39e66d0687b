package main

import (
	"bufio"
	"fmt"
	"os"
)

const mod = 998244353

type parser struct {
	text string
	at   int
}

// level reads up to the bracket that closes this level.
func (p *parser) level() int {
	total := 0
	for p.at < len(p.text) && p.text[p.at] == '(' {
		score := 1
		p.at++
		if p.text[p.at] != ')' {
			score = 2 * p.level()
		}
		p.at++
		total = (total + score) % mod
	}
	return total
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var p parser
	fmt.Fscan(in, &p.text)
	fmt.Println(p.level())
}
