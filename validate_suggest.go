package steelyard

import (
	"fmt"
	"strings"
)

// DidYouMean returns a remedy for an unknown word: the nearest of the known ones
// if one is near, else all of them if they are few.
func DidYouMean(word string, known []string) string {
	best, dist := "", len([]rune(word))/3+1
	if len(word) <= maxIDBytes {
		for _, k := range known {
			if strings.EqualFold(k, word) {
				best = k
				break
			}
			if d := editDistance(word, k, dist); d <= dist && (best == "" || d < dist) {
				best, dist = k, d
			}
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return oneOf(known)
}

func oneOf(known []string) string {
	const most = 32
	switch {
	case len(known) == 0:
		return "none is known"
	case len(known) > most:
		return fmt.Sprintf("%d are known, for example %q", len(known), known[0])
	case len(known) == 1:
		return fmt.Sprintf("use %q", known[0])
	}
	return "use one of " + strings.Join(known, ", ")
}

// editDistance is the Levenshtein distance of a and b, or bound+1 when it is
// certainly more than bound.
func editDistance(a, b string, bound int) int {
	x, y := []rune(a), []rune(b)
	if len(x)-len(y) > bound || len(y)-len(x) > bound {
		return bound + 1
	}
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		diag := row[0]
		row[0] = i
		for j := 1; j <= len(y); j++ {
			cost := diag
			if x[i-1] != y[j-1] {
				cost++
			}
			diag = row[j]
			row[j] = min(cost, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(y)]
}
