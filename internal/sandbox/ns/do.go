package ns

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"steelyard"
)

// Defaults for limits that a caller left at zero.
const (
	defaultWall   = 10 * time.Second
	defaultOutput = 16 * steelyard.MiB
	defaultDisk   = 256 * steelyard.MiB
	defaultFiles  = 1024
	defaultLink   = 64 * steelyard.MiB
	maxInodes     = 65536
	collectCap    = 64 << 20  // bytes collected from one process
	freezeCap     = 512 << 20 // bytes of a frozen layer
	backstop      = 10 * time.Second
)

// Do executes x. See sandbox.Sandbox.
func (s *Slot) Do(ctx context.Context, x *steelyard.Exec) steelyard.Observation {
	s.mu.Lock()
	defer s.mu.Unlock()
	entered := time.Now()
	obs, err := s.do(ctx, x)
	if err != nil {
		var init *initError
		// What went wrong inside leaves the slot in an unknown state.
		s.dead = err
		cause := err.Error()
		if errors.As(err, &init) {
			cause = init.text
		}
		if cerr := context.Cause(ctx); cerr != nil {
			cause = "cancelled: " + cerr.Error()
		}
		obs = steelyard.InfraObservation("", "sandbox", cause, true)
	}
	obs.Measure.Tier = s.b.host.Tier()
	if obs.Measure.Setup == 0 {
		obs.Measure.Setup = steelyard.Duration(max(0, time.Since(entered)-obs.Measure.Wall.Std()))
	}
	return obs
}

// refusal is an order that cannot be carried out here, whatever the slot's
// state; the slot stays usable.
func refusal(cause string) steelyard.Observation {
	return steelyard.InfraObservation("", "sandbox", cause, false)
}

func (s *Slot) do(ctx context.Context, x *steelyard.Exec) (steelyard.Observation, error) {
	if s.dead != nil {
		return steelyard.Observation{}, fmt.Errorf("slot unusable: %w", s.dead)
	}
	if err := context.Cause(ctx); err != nil {
		return refusal("cancelled: " + err.Error()), nil
	}
	if problem := check(x); problem != "" {
		return refusal(problem), nil
	}
	if obs, bad := unplaceable(x); bad {
		return obs, nil
	}
	demand := demands(x)
	if demand.memory > 0 && s.groups == nil {
		return refusal("a memory limit is demanded, and this host cannot enforce one (" + s.b.host.CgroupError + ")"), nil
	}
	layer := ""
	if x.Base != "" {
		layer = x.Base.Hex()
		if !s.b.HasLayer(x.Base) {
			return refusal("layer " + x.Base.Short() + " is not here"), nil
		}
	}
	if s.flat != nil {
		if err := s.flat.prepare(s, x); err != nil {
			return steelyard.Observation{}, err
		}
		defer s.flat.clear()
		layer = ""
	}
	warm, err := s.prepareWarm(ctx, x)
	if err != nil {
		return steelyard.Observation{}, err
	}
	ooms, refused, err := s.limit(demand)
	if err != nil {
		return steelyard.Observation{}, err
	}
	e := encoder{buf: s.mail[:orderSize]}
	lay := layout{next: orderSize + headSize}
	s.encodeOrder(&e, &lay, x, layer, warm)
	if lay.next > mailSize {
		return refusal("the order does not fit: output limits together exceed 1.5 GiB"), nil
	}
	if e.bad {
		return noRoom(x, 0, "arguments, standard input and files together exceed 512 MiB"), nil
	}
	err = s.run(ctx, x)
	if err != nil {
		if obs, ok := s.salvage(ctx, x, &lay, err); ok {
			return obs, nil
		}
		return steelyard.Observation{}, err
	}
	obs, err := s.decode(x, &lay, warm)
	if err != nil {
		return steelyard.Observation{}, err
	}
	s.blame(&obs, demand, ooms, refused)
	s.release(e.n, &lay)
	return obs, nil
}

// run has the slot init carry out the order and watches the slot's CPU time
// meanwhile. The init keeps CPU limits itself, but what a program's children
// used shows to it only when they are reaped; the group counts it at once.
func (s *Slot) run(ctx context.Context, x *steelyard.Exec) error {
	if err := s.send(msgRun, 0); err != nil {
		return err
	}
	limit := cpuSum(x)
	deadline := time.Now().Add(longest(x) + backstop)
	wait := min(100*time.Millisecond, limit)
	for {
		kind, _, err := s.recv(ctx, min(wait, time.Until(deadline)))
		switch {
		case errors.Is(err, errDeadline) && time.Now().Before(deadline):
			if s.groups != nil && s.groups.cpuTime()-s.cpuBegan > limit {
				if err := s.send(msgCPU, 0); err != nil {
					return err
				}
				wait = time.Until(deadline) // nothing is left to be watched
			}
			continue
		case err != nil:
			return err
		case kind == msgFail:
			return &initError{failText(s.mail[orderSize:])}
		case kind != msgDone:
			return fmt.Errorf("slot init said %d", kind)
		}
		return nil
	}
}

// cpuSum is what the processes together may use, with a little for the inits.
func cpuSum(x *steelyard.Exec) time.Duration {
	sum := 10 * time.Millisecond
	for i := range x.Procs {
		sum += cpuOf(&x.Procs[i])
	}
	return sum
}

// check returns why x cannot be executed at all, or "".
func check(x *steelyard.Exec) string {
	if len(x.Procs) == 0 || len(x.Procs) > maxProcs {
		return fmt.Sprintf("an execution has 1 to %d processes, not %d", maxProcs, len(x.Procs))
	}
	if len(x.Links) > maxLinks {
		return fmt.Sprintf("an execution has at most %d links, not %d", maxLinks, len(x.Links))
	}
	roles := map[string]bool{}
	for i := range x.Procs {
		p := &x.Procs[i]
		if len(p.Argv) == 0 {
			return "process " + p.Role + " has no command"
		}
		if roles[p.Role] {
			return "two processes have the role " + p.Role
		}
		roles[p.Role] = true
		if !p.Stdin.Held() {
			return "standard input of " + p.Role + " is not held inline"
		}
		for name, b := range p.Files {
			if !b.Held() {
				return "file " + name + " is not held inline"
			}
			if !cleanPath(name) {
				return "file " + name + ": not a relative path inside the working folder"
			}
		}
		for _, name := range p.Collect {
			if !cleanPath(strings.TrimSuffix(name, "/")) {
				return "collect " + name + ": not a relative path inside the working folder"
			}
		}
		for _, a := range append(slices.Clone(p.Argv), p.Env...) {
			if strings.IndexByte(a, 0) >= 0 {
				return "an argument or variable of " + p.Role + " holds a NUL byte"
			}
		}
	}
	for _, l := range x.Links {
		if !roles[l.From] || !roles[l.To] || l.From == l.To {
			return "link " + l.From + " to " + l.To + ": no such pair of processes"
		}
	}
	return ""
}

// Most of what a process may be given.
const (
	maxFiles = 65000
	maxWords = 60000
)

// unplaceable finds a process that is given more than a working folder can
// hold. That is a fault of what it is given, not of ours.
func unplaceable(x *steelyard.Exec) (steelyard.Observation, bool) {
	for i := range x.Procs {
		p := &x.Procs[i]
		if len(p.Files) > maxFiles || len(p.Collect) > maxFiles {
			return noRoom(x, i, fmt.Sprintf("%d files, at most %d fit", len(p.Files), maxFiles)), true
		}
		if len(p.Argv) > maxWords || len(p.Env) > maxWords {
			return noRoom(x, i, "too many arguments or variables"), true
		}
	}
	return steelyard.Observation{}, false
}

// noRoom is the observation of an execution whose process i could not be given
// what it should have: it did not start, and so nothing did.
func noRoom(x *steelyard.Exec, i int, why string) steelyard.Observation {
	var o steelyard.Observation
	for k := range x.Procs {
		p := steelyard.ProcOutcome{Role: x.Procs[k].Role, End: steelyard.EndNotRun}
		if k == i {
			p.End, p.Note = steelyard.EndNoStart, why
		}
		o.Outcome.Procs = append(o.Outcome.Procs, p)
	}
	return o
}

// cleanPath reports whether p is relative, normal, and stays below its root.
func cleanPath(p string) bool {
	return p != "" && p != "." && !path.IsAbs(p) && path.Clean(p) == p && p != ".." && !strings.HasPrefix(p, "../") &&
		strings.IndexByte(p, 0) < 0 && len(p) < 4096
}

// layout hands out regions of the answer area.
type layout struct {
	next    int
	out     [maxProcs][streams]region
	collect [maxProcs]region
	links   [maxLinks]region
}

type region struct{ off, size int }

func (l *layout) take(n int64) region {
	n = max(n, 0)
	if n > mailSize || l.next > mailSize {
		l.next = mailSize + 1
		return region{}
	}
	r := region{l.next, int(n)}
	l.next += (int(n) + 4095) &^ 4095
	return r
}

func longest(x *steelyard.Exec) time.Duration {
	var d time.Duration
	for i := range x.Procs {
		d = max(d, wallOf(&x.Procs[i]))
	}
	return d
}

func wallOf(p *steelyard.Proc) time.Duration {
	if p.Limits.Wall > 0 {
		return p.Limits.Wall.Std()
	}
	return defaultWall
}

// cpuOf is the CPU limit of a process tree: by default what four busy threads
// use in the wall limit.
func cpuOf(p *steelyard.Proc) time.Duration {
	if p.Limits.CPU > 0 {
		return p.Limits.CPU.Std()
	}
	return 4 * wallOf(p)
}

// Unlimited, as the kernel writes it.
const rlimInfinity = ^uint64(0)

func (s *Slot) encodeOrder(e *encoder, lay *layout, x *steelyard.Exec, layer string, warm []warmProc) {
	e.u32(uint32(len(x.Procs)))
	e.u32(uint32(len(x.Links)))
	e.str(layer)
	for i := range x.Procs {
		s.encodeProc(e, lay, x, i, warm[i])
	}
	for i, l := range x.Links {
		capacity := l.Cap
		if capacity == 0 {
			capacity = defaultLink
		}
		e.u32(uint32(roleIndex(x, l.From)))
		e.u32(uint32(roleIndex(x, l.To)))
		e.u64(uint64(capacity))
		lay.links[i] = lay.take(int64(l.Record))
		e.u64(uint64(lay.links[i].off))
		e.u64(uint64(lay.links[i].size))
	}
}

func roleIndex(x *steelyard.Exec, role string) int {
	return slices.IndexFunc(x.Procs, func(p steelyard.Proc) bool { return p.Role == role })
}

func (s *Slot) encodeProc(e *encoder, lay *layout, x *steelyard.Exec, i int, warm warmProc) {
	p := &x.Procs[i]
	argv := s.place(i, s.argv(p))
	if warm.index >= 0 {
		argv = warm.argv
	}
	e.u32(uint32(len(argv)))
	for _, a := range argv {
		e.str(a)
	}
	env := s.place(i, withoutNames(s.env.Env, p.Env))
	if warm.index >= 0 {
		env = nil // the interpreter was started with it
	}
	e.u32(uint32(len(env) + len(p.Env)))
	for _, v := range env {
		e.str(v)
	}
	for _, v := range s.place(i, p.Env) {
		e.str(v)
	}
	e.blob(p.Stdin.Inline)
	e.u32(uint32(len(p.Files)))
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		e.str(name)
		mode := uint32(0o644)
		if slices.Contains(p.Executable, name) {
			mode = 0o755
		}
		e.u32(mode)
		e.blob(p.Files[name].Inline)
	}
	freeze := x.Freeze && i == 0
	e.u32(uint32(len(p.Collect)))
	for _, name := range p.Collect {
		e.str(name)
	}
	e.u32(flag(p.Result))
	e.u32(flag(freeze))
	e.u32(flag(p.Role == steelyard.ProcCandidate))
	e.u32(uint32(int32(warm.index)))
	if s.flat != nil {
		e.str(s.flat.box(i))
	} else {
		e.str("")
	}
	l := p.Limits
	wall := wallOf(p)
	e.u64(uint64(wall))
	e.u64(uint64(cpuOf(p)))
	stack := rlimInfinity
	if l.Memory > 0 {
		stack = uint64(l.Memory)
	}
	e.u64(stack)
	nproc := s.b.cfg.PidsDefault
	if l.Pids > 0 {
		nproc = l.Pids
		if s.groups != nil {
			nproc += 64 // the group refuses first, and counts its refusals
		}
	}
	e.u64(uint64(nproc))
	disk := orDefault(l.Disk, defaultDisk)
	e.u64(uint64(disk))
	e.u64(maxInodes)
	e.u64(uint64(orDefault(l.OpenFiles, defaultFiles)))
	e.u64(collectCap)
	out := int64(orDefault(l.Output, defaultOutput))
	for k := range streams {
		size := out
		if k == 2 && !p.Result {
			size = 0
		}
		if k == 0 && slices.ContainsFunc(x.Links, func(l steelyard.Link) bool { return l.From == p.Role }) {
			size = 0 // the link takes it
		}
		lay.out[i][k] = lay.take(size)
		e.u64(uint64(lay.out[i][k].off))
		e.u64(uint64(lay.out[i][k].size))
	}
	switch {
	case freeze:
		lay.collect[i] = lay.take(freezeCap)
	case len(p.Collect) > 0:
		lay.collect[i] = lay.take(collectCap + 1<<20)
	}
	e.u64(uint64(lay.collect[i].off))
	e.u64(uint64(lay.collect[i].size))
}

func orDefault[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

// argv resolves "@tool" in front.
func (s *Slot) argv(p *steelyard.Proc) []string {
	name, ok := strings.CutPrefix(p.Argv[0], "@")
	if !ok {
		return p.Argv
	}
	tool, ok := s.env.Tools[name]
	if !ok {
		return append([]string{"/nonexistent/" + name}, p.Argv[1:]...)
	}
	return append(slices.Clone(tool), p.Argv[1:]...)
}

// withoutNames returns the variables of env that own does not set: programs
// take the first of two variables of one name.
func withoutNames(env, own []string) []string {
	if len(own) == 0 {
		return env
	}
	return slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.ContainsFunc(own, func(o string) bool { return strings.HasPrefix(o, name+"=") })
	})
}
