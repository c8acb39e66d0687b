package function

import (
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

// jsFrames reads the frames at the beginning of b. The bytes are the
// candidate's to forge: reading stops where they stop making sense.
func jsFrames(b []byte) []jsFrame {
	var out []jsFrame
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
			break
		}
		n, ok := count()
		if !ok || n > len(b) {
			break
		}
		f.payload, b = b[:n], b[n:]
		out = append(out, f)
	}
	return out
}

// jsRun is what the frames of a candidate's process say.
type jsRun struct {
	loaded  bool
	noEntry bool
	loadErr *compare.Value
	// results are by row; threw says that the value is an exception.
	results map[int]jsResult
	// missing are modules that were not found, by row.
	missing map[int]string
	// forged says that the frames are not such as the driver writes.
	forged bool
}

type jsResult struct {
	value compare.Value
	threw bool
	// err is set when the value could not be read.
	err error
}

// jsReadRun reads the frames of a candidate's process. The rows are in order
// and each once; anything else was not written by the driver.
func jsReadRun(b []byte) jsRun {
	run := jsRun{results: map[int]jsResult{}, missing: map[int]string{}}
	last := -1
	for _, f := range jsFrames(b) {
		switch f.kind {
		case 'L':
			run.loaded = true
		case 'M':
			run.noEntry = true
		case 'Q':
			run.missing[f.number] = string(f.payload)
		case 'X':
			v, err := compare.Decode(f.payload, compare.Caps{})
			if err != nil {
				v = compare.Value{Kind: compare.KindError, Type: "Error"}
			}
			run.loadErr = &v
		case 'R', 'E':
			if f.number <= last || !run.loaded {
				run.forged = true
				return run
			}
			last = f.number
			v, err := compare.Decode(f.payload, compare.Caps{})
			run.results[f.number] = jsResult{value: v, threw: f.kind == 'E', err: err}
		default:
			run.forged = true
			return run
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
