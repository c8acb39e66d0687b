package steelyard

import (
	"fmt"
	"math"
)

// Validate returns every problem of the rollout, each with the field and the
// remedy; none means that it is well formed. File and Line are the reader's to
// fill in. Whether the task exists is for the engine to say, which knows them
// (see UnknownTask). An empty output is well formed: it is no answer.
func (r *Rollout) Validate() []*InputError {
	var p problems
	p.id("id", r.ID)
	p.id("task", r.Task)
	for _, x := range []struct {
		field string
		v     int
	}{{"step", r.Step}, {"epoch", r.Epoch}, {"group_size", r.GroupSize}, {"index", r.Index}} {
		if x.v < 0 {
			p.add(x.field, "count from 0", "%d is negative", x.v)
		}
	}
	if r.GroupSize > 0 && r.Index >= r.GroupSize {
		p.add("index", "count from 0 to group_size-1, or leave group_size out", "%d in a group of %d", r.Index, r.GroupSize)
	}
	p.output("", &r.Output)
	if r.Tokens != nil {
		p.tokens(r.Tokens)
	}
	return p
}

func (p *problems) tokens(t *Tokens) {
	total := 0
	for i := range t.Turns {
		turn := &t.Turns[i]
		field := fmt.Sprintf("tokens.turns[%d]", i)
		n := len(turn.IDs)
		total += n
		if len(turn.LossMask) != 0 && len(turn.LossMask) != n {
			p.add(field+".loss_mask", "give one value a token id, or leave it out", "%d values for %d ids", len(turn.LossMask), n)
		}
		if len(turn.LogProbs) != 0 && len(turn.LogProbs) != n {
			p.add(field+".log_probs", "give one value a token id, or leave it out", "%d values for %d ids", len(turn.LogProbs), n)
		}
		for j, lp := range turn.LogProbs {
			if math.IsNaN(float64(lp)) {
				p.add(fmt.Sprintf("%s.log_probs[%d]", field, j), "give a number", "NaN")
				break
			}
		}
	}
	for i, s := range t.Segments {
		if s.Start < 0 || s.End < s.Start || s.End > total {
			p.add(fmt.Sprintf("tokens.segments[%d]", i), "use 0 <= start <= end <= number of ids; end is exclusive",
				"[%d, %d) over %d ids", s.Start, s.End, total)
		}
	}
}

// UnknownTask is the problem of a rollout whose task is not among those given;
// known are their ids, from which the nearest is suggested.
func (r *Rollout) UnknownTask(known []string) *InputError {
	return &InputError{Field: "task", Problem: fmt.Sprintf("rollout %q names unknown task %q", r.ID, r.Task), Remedy: DidYouMean(r.Task, known)}
}
