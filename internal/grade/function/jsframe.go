package function

import (
	"errors"
	"strconv"

	"steelyard"
	"steelyard/internal/compare"
)

// jsFrame is one frame of the JavaScript driver; driver.js lists the kinds.
type jsFrame struct {
	kind    byte
	number  int
	payload []byte
}

// jsFrames reads the frames at the beginning of b; whole says that nothing else
// is in it. The bytes are the candidate's to forge: reading stops where they
// stop making sense.
func jsFrames(b []byte) (out []jsFrame, whole bool) {
	count := func() (int, bool) {
		for i, c := range b {
			if c == ';' && i > 0 {
				n, err := strconv.Atoi(string(b[:i]))
				b = b[i+1:]
				return n, err == nil
			}
			if c < '0' || c > '9' || i > 9 {
				break
			}
		}
		return 0, false
	}
	for len(b) > 0 && b[0] >= 'A' && b[0] <= 'Z' {
		f := jsFrame{kind: b[0]}
		b = b[1:]
		var ok bool
		if f.number, ok = count(); !ok {
			return out, false
		}
		n, ok := count()
		if !ok || n > len(b) {
			return out, false
		}
		f.payload, b = b[:n], b[n:]
		out = append(out, f)
	}
	return out, len(b) == 0
}

// jsRun is what the frames of a candidate's process say.
type jsRun struct {
	loaded  bool
	noEntry bool
	loadErr *compare.Value
	// results are by row; threw says that the value is an exception.
	results map[int]jsResult
	// missing are modules of the task's solution that are not there.
	missing []string
	// finished says that all rows were called.
	finished bool
	// forged says that the frames are not such as the driver writes.
	forged bool
}

// jsResult is what a row gave. The bytes are decoded while a check looks at them
// only: many rows of large values would not fit in memory together.
type jsResult struct {
	wire  []byte
	threw bool
	// err is set when the bytes are no value.
	err error
}

// value decodes what the row gave; there is none when err is set.
func (r *jsResult) value() compare.Value {
	v, err := compare.DecodeJS(r.wire, compare.Caps{})
	if err != nil {
		return compare.Value{}
	}
	return v
}

// jsReadRun reads the frames of a candidate's process, which ended of its own
// accord or not. What comes after the frame B may be the candidate's, and says
// nothing then but what its calls returned. The rows are in order and each once;
// anything else was not written by the driver.
func jsReadRun(b []byte, exited bool) jsRun {
	run := jsRun{results: map[int]jsResult{}}
	frames, whole := jsFrames(b)
	run.forged = !whole && exited
	last, began := -1, false
	for _, f := range frames {
		over := run.finished || run.noEntry || run.loadErr != nil
		if run.forged || over || began == (f.kind == 'Q' || f.kind == 'B') {
			run.forged = true
			return run
		}
		switch f.kind {
		case 'Q':
			run.missing = append(run.missing, string(f.payload))
		case 'B':
			began = true
		case 'L':
			run.forged = run.loaded
			run.loaded = true
		case 'M':
			run.noEntry, run.forged = true, run.loaded
		case 'Z':
			run.finished, run.forged = true, !run.loaded
		case 'X':
			v, err := compare.DecodeJS(f.payload, compare.Caps{})
			if err != nil || v.Kind != compare.KindError {
				v = compare.Value{Kind: compare.KindError, Type: "Error"}
			}
			run.loadErr, run.forged = &v, run.loaded
		case 'R', 'E':
			if f.number <= last || !run.loaded {
				run.forged = true
				return run
			}
			last = f.number
			_, err := compare.DecodeJS(f.payload, compare.Caps{})
			run.forged = errors.Is(err, compare.ErrForged)
			run.results[f.number] = jsResult{wire: f.payload, threw: f.kind == 'E', err: err}
		default:
			run.forged = true
		}
	}
	return run
}

// jsEndCause names why a process ended, other than by itself; it is empty when
// the process ended by its own will.
func jsEndCause(p *steelyard.ProcOutcome) string {
	switch p.End {
	case steelyard.EndTimeout:
		return steelyard.CauseTimeout
	case steelyard.EndOOM:
		return steelyard.CauseOOM
	case steelyard.EndOutputLimit:
		return steelyard.CauseOutputLimit
	case steelyard.EndDenied:
		return steelyard.CauseDenied
	}
	return ""
}
