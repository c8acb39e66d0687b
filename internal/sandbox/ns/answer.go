package ns

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"steelyard"
)

// decode reads what the slot init left in the answer area. Lengths are checked
// against the regions they were given for: the area is shared memory.
func (s *Slot) decode(x *steelyard.Exec, lay *layout, warm []warmProc) (steelyard.Observation, error) {
	head := s.mail[orderSize : orderSize+headSize]
	var o steelyard.Observation
	begin := beginNS(head)
	stops := make([]uint64, len(x.Procs))
	for i := range x.Procs {
		a := decodeProc(head, i)
		p, err := s.proc(&x.Procs[i], &a, lay, i)
		if err != nil {
			return o, err
		}
		if x.Freeze && i == 0 && p.End == steelyard.EndExited && p.Code == 0 {
			var odd *layerError
			o.Outcome.Layer, err = s.freeze(lay, &a)
			if errors.As(err, &odd) {
				p.End, p.Limit, p.Note = steelyard.EndOutputLimit, "layer", odd.Error()
			} else if err != nil {
				return o, err
			}
		}
		o.Outcome.Procs = append(o.Outcome.Procs, p)
		stops[i] = a.stop
		if a.stop > a.start {
			o.Measure.Wall = max(o.Measure.Wall, steelyard.Duration(a.stop-a.start))
		}
		o.Measure.CPU += steelyard.Duration(a.cpuNS)
		o.Measure.PeakMem = max(o.Measure.PeakMem, steelyard.Size(a.maxRSSKiB)*steelyard.KiB)
		if i == 0 && a.start > begin {
			o.Measure.Setup = steelyard.Duration(a.start - begin)
		}
		o.Measure.Warm = o.Measure.Warm || warm[i].index >= 0
	}
	orderEnds(o.Outcome.Procs, stops)
	for i := range x.Links {
		r := lay.links[i]
		n := min(linkLen(head, i), uint64(r.size))
		o.Outcome.Transcripts = append(o.Outcome.Transcripts, s.copyOut(r.off, n))
	}
	return o, nil
}

// orderEnds says in which order the processes of an execution ended, by the
// stamps that their inits took. One that was never started has no place.
func orderEnds(procs []steelyard.ProcOutcome, stops []uint64) {
	if len(procs) < 2 {
		return
	}
	place := 0
	for range procs {
		next := -1
		for i := range procs {
			if stops[i] > 0 && procs[i].Order == 0 && (next < 0 || stops[i] < stops[next]) {
				next = i
			}
		}
		if next < 0 {
			return
		}
		place++
		procs[next].Order = place
	}
}

func (s *Slot) copyOut(off int, n uint64) steelyard.Blob {
	if n == 0 {
		return steelyard.Blob{}
	}
	return steelyard.Bytes(append([]byte(nil), s.mail[off:off+int(n)]...))
}

// noStart reports whether an error of execve speaks of the file. The others speak
// of the machine: it has no memory, processes or descriptors left.
func noStart(code int32) bool {
	switch unix.Errno(code) {
	case unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE:
		return false
	}
	return true
}

func (s *Slot) proc(p *steelyard.Proc, a *procAnswer, lay *layout, i int) (steelyard.ProcOutcome, error) {
	out := steelyard.ProcOutcome{Role: p.Role, Limit: limitName(a.limit), Note: a.note}
	switch a.end {
	case endExited:
		out.End, out.Code = steelyard.EndExited, int(a.code)
	case endSignalled:
		out.End, out.Signal = steelyard.EndSignalled, int(a.sig)
		switch unix.Signal(a.sig) { //nolint:exhaustive // the rest are the program's own ends
		case unix.SIGXCPU:
			out.End, out.Signal, out.Limit = steelyard.EndTimeout, 0, limitName(limitCPU)
		case unix.SIGKILL:
			if limit := cpuOf(p); a.cpuNS >= uint64(limit) {
				out.End, out.Signal, out.Limit = steelyard.EndTimeout, 0, limitName(limitCPU)
			}
		case unix.SIGSYS:
			out.End, out.Limit = steelyard.EndDenied, "seccomp"
		}
	case endTimeout:
		out.End = steelyard.EndTimeout
	case endOutput:
		out.End = steelyard.EndOutputLimit
	case endNoStart:
		if a.code != 0 && !noStart(a.code) {
			return out, fmt.Errorf("start %s: %s", p.Role, a.note)
		}
		out.End = steelyard.EndNoStart
	case endCancel:
		return out, errors.New("cancelled")
	case endInfra:
		return out, fmt.Errorf("cell of %s: %s", p.Role, a.note)
	default:
		return out, fmt.Errorf("cell of %s gave no end (%d)", p.Role, a.end)
	}
	names := [streams]string{"stdout", "stderr", "result"}
	for k, dst := range []*steelyard.Blob{&out.Stdout, &out.Stderr, &out.Result} {
		r := lay.out[i][k]
		if a.length[k] > uint64(r.size) {
			return out, fmt.Errorf("slot init claims %d bytes of %s, has room for %d", a.length[k], names[k], r.size)
		}
		*dst = s.copyOut(r.off, a.length[k])
		if a.cut[k] {
			out.Truncated = append(out.Truncated, names[k])
		}
	}
	if len(p.Collect) > 0 && lay.collect[i].size > 0 {
		if err := s.collected(&out, a, lay.collect[i]); err != nil {
			return out, err
		}
	}
	return out, nil
}

// entry is one record of collect.c.
type entry struct {
	kind byte
	mode uint32
	path string
	data []byte
}

var errRecords = errors.New("slot init left malformed records")

func (s *Slot) entries(a *procAnswer, r region, yield func(entry) error) error {
	if a.collected > uint64(r.size) {
		return errRecords
	}
	b := s.mail[r.off : r.off+int(a.collected)]
	le := binary.LittleEndian
	for len(b) > 0 {
		if len(b) < 18 {
			return errRecords
		}
		n, pl := le.Uint64(b[8:]), int(le.Uint16(b[16:]))
		if len(b) < 18+pl || n > uint64(len(b)-18-pl) {
			return errRecords
		}
		e := entry{kind: b[0], mode: le.Uint32(b[4:]), path: string(b[18 : 18+pl]), data: b[18+pl : 18+pl+int(n)]}
		if err := yield(e); err != nil {
			return err
		}
		b = b[18+pl+int(n):]
	}
	return nil
}

func (s *Slot) collected(out *steelyard.ProcOutcome, a *procAnswer, r region) error {
	out.Files = map[string]steelyard.Blob{}
	reject := func(path, why string) {
		if out.Rejected == nil {
			out.Rejected = map[string]string{}
		}
		out.Rejected[path] = why
	}
	err := s.entries(a, r, func(e entry) error {
		switch e.kind {
		case 'F':
			out.Files[e.path] = steelyard.Bytes(append([]byte(nil), e.data...))
		case 'R':
			reject(e.path, string(e.data))
		}
		return nil
	})
	if a.collectCut {
		reject(".", "more files than are collected")
	}
	return err
}

// release gives the pages of a large order or answer back to the host.
func (s *Slot) release(order int, lay *layout) {
	const keep = 1 << 20
	page := func(n int) int { return (n + 4095) &^ 4095 }
	if order > keep {
		s.punch(page(keep), page(order))
	}
	head := s.mail[orderSize : orderSize+headSize]
	for i := range maxProcs {
		a := decodeProc(head, i)
		for k := range streams {
			if n := int(min(a.length[k], uint64(lay.out[i][k].size))); n > 64<<10 {
				s.punch(lay.out[i][k].off, page(lay.out[i][k].off+n))
			}
		}
		if n := int(min(a.collected, uint64(lay.collect[i].size))); n > 64<<10 {
			s.punch(lay.collect[i].off, page(lay.collect[i].off+n))
		}
	}
	for i := range maxLinks {
		if n := int(min(linkLen(head, i), uint64(lay.links[i].size))); n > 64<<10 {
			s.punch(lay.links[i].off, page(lay.links[i].off+n))
		}
	}
}

func (s *Slot) punch(from, to int) {
	to = min(to, mailSize)
	if to > from {
		_ = unix.Madvise(s.mail[from:to], unix.MADV_REMOVE) // only memory is at stake
	}
}
