package ns

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"steelyard"
)

type demand struct {
	memory int64
	pids   int
	procs  int
	cpu    time.Duration
}

// demands adds up what the processes ask for: they share the slot's groups.
func demands(x *steelyard.Exec) demand {
	d := demand{procs: len(x.Procs), cpu: cpuSum(x)}
	for i := range x.Procs {
		d.memory += int64(x.Procs[i].Limits.Memory)
		d.pids += x.Procs[i].Limits.Pids
	}
	return d
}

// limit puts the limits in force and returns the counters to compare with
// afterwards.
func (s *Slot) limit(d demand) (ooms, refused int64, err error) {
	if s.groups == nil {
		return 0, 0, nil
	}
	memory, pids := int64(s.b.cfg.MemoryDefault), s.b.cfg.PidsDefault
	if d.memory > 0 {
		// Pages of files that an earlier run read are charged still: they must not
		// widen this run's limit, nor narrow it.
		if s.groups.usage() > s.base+8<<20 {
			s.groups.shrink()
		}
		memory = d.memory + s.base // the warm interpreters' share
		s.groups.resetPeak()
	}
	if d.pids > 0 {
		pids = d.pids + int(s.rest) + d.procs // a cell's init counts too
	}
	if err := s.groups.limit(memory, pids); err != nil {
		return 0, 0, fmt.Errorf("set limits: %w", err)
	}
	ooms = s.groups.oomKills()
	s.ooms = ooms
	s.cpuBegan = s.groups.cpuTime()
	if d.pids > 0 || d.procs > 1 {
		refused = s.groups.forksRefused()
	}
	return ooms, refused, nil
}

// pairBlame lays what ran out in an execution of a candidate and its judge to
// the candidate, whichever the kernel took: they share the slot's limits, and a
// candidate that uses them up must not make its judge look broken. It reports
// false where there is no such pair.
func pairBlame(o *steelyard.Observation, end steelyard.End, limit string) bool {
	c := o.Outcome.Proc(steelyard.ProcCandidate)
	if c == nil || len(o.Outcome.Procs) < 2 {
		return false
	}
	for i := range o.Outcome.Procs {
		o.Outcome.Procs[i].Order = 2
	}
	c.End, c.Limit, c.Code, c.Signal, c.Order = end, limit, 0, 0, 1
	c.PidsHit = limit == "pids"
	return true
}

// judgeFailed reports whether a process beside the candidate ended in a way that
// want of processes explains.
func judgeFailed(o *steelyard.Observation) bool {
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		if p.Role != steelyard.ProcCandidate && (p.End != steelyard.EndExited || p.Code != 0) {
			return true
		}
	}
	return false
}

// blame turns what the counters say into ends.
func (s *Slot) blame(o *steelyard.Observation, d demand, ooms, refused int64) {
	if s.groups == nil {
		return
	}
	killed := false
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		killed = killed || p.End == steelyard.EndSignalled && p.Signal == int(unix.SIGKILL) || p.End == steelyard.EndExited && p.Code != 0
	}
	if d.memory > 0 {
		o.Measure.PeakMem = steelyard.Size(max(0, s.groups.peak()-s.base))
	}
	// The init sees the CPU time of what was reaped in its sight; the group sees
	// all. Their difference is the inits' own share, or something that hid.
	if all := s.groups.cpuTime() - s.cpuBegan; all > o.Measure.CPU.Std()*5/4+20*time.Millisecond {
		o.Measure.CPU = steelyard.Duration(all)
	}
	if len(o.Outcome.Procs) == 1 && o.Outcome.Procs[0].End == steelyard.EndExited && o.Measure.CPU.Std() > d.cpu {
		p := &o.Outcome.Procs[0]
		p.End, p.Limit, p.Code = steelyard.EndTimeout, limitName(limitCPU), 0
	}
	now := ooms
	if killed || d.memory > 0 {
		now = s.groups.oomKills()
		s.ooms = now
	}
	if now > ooms && pairBlame(o, steelyard.EndOOM, "memory") || s.groups.forksRefused() > refused && judgeFailed(o) && pairBlame(o, steelyard.EndDenied, "pids") {
		return
	}
	if !killed {
		return
	}
	for i := range o.Outcome.Procs {
		p := &o.Outcome.Procs[i]
		bad := p.End == steelyard.EndSignalled && p.Signal == int(unix.SIGKILL) || p.End == steelyard.EndExited && p.Code != 0
		if bad && now > ooms {
			p.End, p.Limit, p.Code, p.Signal = steelyard.EndOOM, "memory", 0, 0
		}
		if d.pids > 0 && s.groups.forksRefused() > refused {
			p.PidsHit = true
		}
	}
}
