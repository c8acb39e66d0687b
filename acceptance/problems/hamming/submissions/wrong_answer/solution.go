package main

import (
	"fmt"
)

func main() {
	numbers := []int{1}
	i, j, k := 0, 0, 0
	for len(numbers) < 5000 {
		n := min(numbers[i]*2, numbers[j]*3, numbers[k]*5)
		numbers = append(numbers, n)
		switch n {
		case numbers[i] * 2:
			i++
		case numbers[j] * 3:
			j++
		default:
			k++
		}
	}
	for {
		var at int
		if _, err := fmt.Scan(&at); err != nil {
			return
		}
		fmt.Println(numbers[at-1])
	}
}
