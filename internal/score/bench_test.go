package score

import (
	"fmt"
	"iter"
	"testing"

	"steelyard"
)

// BenchmarkEngine measures what the engine itself costs a rollout: the sandbox
// answers at once. "new" executes and records, "recorded" finds it all in the
// ledger.
func BenchmarkEngine(b *testing.B) {
	dir := b.TempDir()
	jobs := func(r *rig, n int) iter.Seq[Job] {
		return func(yield func(Job) bool) {
			for i := range n {
				id := fmt.Sprint("r", i)
				if !yield(Job{Task: r.task, Rollout: &steelyard.Rollout{ID: id, Task: "t", Output: steelyard.Output{Text: steelyard.Text("yes " + id)}}}) {
					return
				}
			}
		}
	}
	for _, name := range []string{"new", "recorded"} {
		b.Run(name, func(b *testing.B) {
			r := newRig(b, echoGrader{}, dir, echo)
			defer r.close(b)
			b.ReportAllocs()
			b.ResetTimer()
			for w, err := range r.Run(b.Context(), jobs(r, b.N)) {
				if err != nil {
					b.Fatal(err)
				}
				if w.Value == nil {
					b.Fatal(w.Reason)
				}
			}
		})
	}
}
