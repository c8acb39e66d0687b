//: -; pass; control: the right answer

package main

import (
	"fmt"
	"math/bits"
)

func main() {
	for {
		var n uint64
		if _, err := fmt.Scan(&n); err != nil {
			return
		}
		fmt.Println(bits.OnesCount64(n))
	}
}
