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

// after returns the position after the partner of the bracket at i.
func (p *parser) after(i int) int {
	depth := 0
	for {
		if p.text[i] == '(' {
			depth++
		} else {
			depth--
		}
		i++
		if depth == 0 {
			return i
		}
	}
}

// level reads up to the bracket that closes this level.
func (p *parser) level() int {
	total := 0
	for p.at < len(p.text) && p.text[p.at] == '(' {
		end := p.after(p.at)
		score := 1
		p.at++
		if p.text[p.at] != ')' {
			score = 3 * p.level()
		}
		p.at++
		p.at = end
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
