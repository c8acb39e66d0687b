package compare

import (
	"math"
	"strconv"
	"strings"

	"steelyard"
)

// KattisFlags returns the comparison that the flags of the Kattis default
// validator ask for (problem package format, "output validators"):
// case_sensitive, space_change_sensitive, float_absolute_tolerance e,
// float_relative_tolerance e, float_tolerance e. Without flags, tokens are
// compared as text without case. The error is a *steelyard.InputError.
func KattisFlags(flags string) (steelyard.Comparison, error) {
	c := steelyard.Comparison{Mode: steelyard.CompareTokens, IgnoreCase: true, ExactNumbers: true}
	words := strings.Fields(flags)
	for i := 0; i < len(words); i++ {
		switch flag := words[i]; flag {
		case "case_sensitive":
			c.IgnoreCase = false
		case "space_change_sensitive":
			c.SpaceSensitive = true
		case "float_absolute_tolerance", "float_relative_tolerance", "float_tolerance":
			i++
			if i == len(words) {
				return c, kattisFault(flag+" has no value", "write for example "+flag+" 1e-6")
			}
			eps, err := strconv.ParseFloat(words[i], 64)
			if err != nil || !(eps > 0) || math.IsInf(eps, 0) {
				return c, kattisFault(flag+" "+words[i]+" is not a positive number", "write for example "+flag+" 1e-6")
			}
			if flag != "float_relative_tolerance" {
				c.Abs = eps
			}
			if flag != "float_absolute_tolerance" {
				c.Rel = eps
			}
			c.ExactNumbers = false
		default:
			return c, kattisFault("unknown flag "+strconv.Quote(flag), "")
		}
	}
	return c, CheckComparison(c)
}

func kattisFault(problem, remedy string) error {
	return &steelyard.InputError{Field: "validator_flags", Problem: problem, Remedy: remedy}
}
