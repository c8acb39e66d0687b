package ns

import (
	"context"
	"errors"

	"steelyard"
)

// salvage makes an observation of a run whose slot was lost, where the program's
// own doing is known to be what it was lost to: memory ran out, or the program
// had been ended and what it left would not go away. Otherwise a candidate could
// turn its failure into ours, and so into a rollout that does not count. The slot
// is not used again.
func (s *Slot) salvage(ctx context.Context, x *steelyard.Exec, lay *layout, cause error) (steelyard.Observation, bool) {
	if ctx.Err() != nil {
		return steelyard.Observation{}, false
	}
	s.dead = cause
	oom := s.groups != nil && s.groups.oomKills() > s.ooms
	late := errors.Is(cause, errDeadline)
	head := s.mail[orderSize : orderSize+headSize]
	var o steelyard.Observation
	known := false
	for i := range x.Procs {
		a := decodeProc(head, i)
		p, err := s.proc(&x.Procs[i], &a, lay, i)
		// An exit counts when only the clean-up was late: the init is there, and has
		// read what was written. Of a lost init nobody knows that.
		ended := err == nil && (p.End != steelyard.EndExited || late)
		switch {
		case ended && p.End == steelyard.EndExited && (x.Freeze && i == 0 || len(x.Procs[i].Collect) > 0):
			// What it left cannot be had, because it would not let go of it.
			p.End, p.Limit, p.Code = steelyard.EndTimeout, "cleanup", 0
		case ended:
		case oom:
			p.End, p.Limit, p.Code, p.Signal = steelyard.EndOOM, "memory", 0, 0
		case late && a.start != 0 && p.End == "":
			p.End, p.Limit = steelyard.EndTimeout, "wall"
		default:
			p.End = steelyard.EndNotRun
		}
		p.Note = "the sandbox was lost: " + cause.Error()
		known = known || p.Role == steelyard.ProcCandidate && p.End != steelyard.EndNotRun
		o.Outcome.Procs = append(o.Outcome.Procs, p)
		o.Measure.CPU += steelyard.Duration(a.cpuNS)
	}
	o.Measure.Wall = steelyard.Duration(longest(x))
	return o, known
}
