package ns

import (
	"context"
	"slices"
	"strings"
	"time"

	"steelyard"
)

// warmSet is the slot's warm interpreters, by profile. Each holds its loaded
// modules in memory, so only the latest few stay.
type warmSet struct {
	key    [maxZygotes]string
	used   [maxZygotes]int64
	clock  int64
	broken map[string]string // profiles that did not start, and why
}

// warmProc says how a process is started: cold (index -1) or forked.
type warmProc struct {
	index int
	argv  []string // the script and its arguments
}

const zygoteStart = 60 * time.Second

// prepareWarm finds or starts the warm interpreter for every process that may
// be forked. A profile that does not start is run cold, and remembered.
func (s *Slot) prepareWarm(ctx context.Context, x *steelyard.Exec) ([]warmProc, error) {
	out := make([]warmProc, len(x.Procs))
	taken := map[int]bool{} // a warm interpreter serves one fork at a time
	for i := range x.Procs {
		out[i].index = -1
		p := &x.Procs[i]
		if s.flat != nil || p.Warm == nil || p.Argv[0] != "@python" || len(s.env.Tools["python"]) == 0 {
			continue
		}
		script := steelyard.GuestDir + "/py/" + p.Warm.Driver + ".py"
		at := slices.Index(p.Argv, script)
		if at < 0 {
			continue
		}
		index, err := s.zygote(ctx, p, taken)
		if err != nil {
			return nil, err
		}
		if index >= 0 {
			taken[index] = true
			out[i] = warmProc{index: index, argv: p.Argv[at:]}
		}
	}
	return out, nil
}

func (s *Slot) zygote(ctx context.Context, p *steelyard.Proc, taken map[int]bool) (int, error) {
	tool := s.env.Tools["python"]
	key := strings.Join(tool, "\x00") + "\x00" + p.Warm.Driver + "\x00" + strings.Join(p.Warm.Imports, "\x00")
	w := &s.warm
	w.clock++
	for i := range maxZygotes {
		if w.key[i] == key && !taken[i] {
			w.used[i] = w.clock
			return i, nil
		}
	}
	if _, bad := w.broken[key]; bad {
		return -1, nil
	}
	slot := -1
	for i := range maxZygotes {
		if !taken[i] && (slot < 0 || w.used[i] < w.used[slot]) {
			slot = i
		}
	}
	if slot < 0 {
		return -1, nil
	}
	w.key[slot], w.used[slot] = "", 0
	e := encoder{buf: s.mail[:orderSize]}
	argv := append(slices.Clone(tool), "-I", "-B", steelyard.GuestDir+"/py/zygote.py", p.Warm.Driver)
	argv = append(argv, p.Warm.Imports...)
	e.u32(uint32(slot))
	e.u32(uint32(len(argv)))
	for _, a := range argv {
		e.str(a)
	}
	env := append(slices.Clone(s.env.Env), "LD_BIND_NOW=1")
	e.u32(uint32(len(env)))
	for _, v := range env {
		e.str(v)
	}
	e.u32(uint32(zygoteStart.Milliseconds()))
	if _, err := s.call(ctx, msgZygote, zygoteStart+backstop); err != nil {
		init, ok := err.(*initError) //nolint:errorlint // call returns it unwrapped
		if !ok {
			return -1, err
		}
		if w.broken == nil {
			w.broken = map[string]string{}
		}
		w.broken[key] = init.text
		s.b.cfg.Logger.Warn("warm interpreter refused; its programs run cold", "imports", p.Warm.Imports, "cause", init.text)
		return -1, nil
	}
	w.key[slot], w.used[slot] = key, w.clock
	if s.groups != nil {
		s.rest = s.groups.tasks()
		s.base = s.groups.usage()
	}
	return slot, nil
}
