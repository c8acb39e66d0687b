package ns

import (
	"context"
	"testing"
	"time"

	"steelyard"
)

// BenchmarkRows is a closed loop of a small Python function called with seven
// data rows, through the real driver.
func BenchmarkRows(b *testing.B) {
	s := open(b)
	field := func(key, v string) string { return key + " " + itoa(len(v)) + "\n" + v }
	order := field("code", "from typing import List\n\n\ndef f(numbers: List[float], t: float) -> bool:\n    for i, a in enumerate(numbers):\n        for j, b in enumerate(numbers):\n            if i != j:\n                if abs(a - b) < t:\n                    return True\n    return False\n") +
		field("entry", "f")
	for range 7 {
		order += field("row", "(([1.0, 2.0, 3.9, 4.0, 5.0, 2.2], 0.05), {})")
	}
	x := &steelyard.Exec{Procs: []steelyard.Proc{{
		Role: steelyard.ProcCandidate, Argv: []string{"@python", "-I", "-B", "/steelyard/py/driver.py", "rows"}, Result: true, Stdin: steelyard.Text(order),
		Warm: &steelyard.Warm{Driver: "driver"}, Limits: steelyard.Limits{Wall: steelyard.Duration(5 * time.Second)},
	}}}
	for b.Loop() {
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil || len(o.Outcome.Procs[0].Result.Inline) < 50 {
			b.Fatalf("%+v", o)
		}
		if err := s.Reset(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}
