package literal

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"steelyard"
	"steelyard/internal/compare"
)

// callExec runs the task's code on one row of arguments. The protocol is that
// of the guest program driver.py, mode rows.
func callExec(t *steelyard.Task, row string) *steelyard.Exec {
	var order bytes.Buffer
	for _, f := range [][2]string{{"code", t.Literal.Code}, {"entry", entryPoint}, {"row", row}} {
		fmt.Fprintf(&order, "%s %d\n%s", f[0], len(f[1]), f[1])
	}
	return &steelyard.Exec{Procs: []steelyard.Proc{{
		Role:   steelyard.ProcCandidate,
		Argv:   []string{"@python", "-I", "-B", steelyard.GuestDir + "/py/driver.py", "rows"},
		Stdin:  steelyard.Bytes(order.Bytes()),
		Result: true,
		Warm:   &steelyard.Warm{Driver: "driver", Imports: t.Env.Imports},
		Limits: t.Limits,
	}}}
}

func judgeCall(o *steelyard.Outcome, want *compare.Value) finding {
	unknown := func(cause, detail string) finding {
		return finding{status: steelyard.CheckNotRun, outcome: steelyard.NotJudged, cause: cause, detail: oneLine(detail)}
	}
	if o.Infra != nil {
		return unknown(steelyard.CauseInfra, o.Infra.Boundary+": "+o.Infra.Cause)
	}
	po := o.Proc(steelyard.ProcCandidate)
	switch {
	case po == nil:
		return unknown(steelyard.CauseFactsMissing, "no observation of the call")
	case po.End == steelyard.EndInfra || po.End == steelyard.EndNoStart:
		return unknown(steelyard.CauseInfra, po.Note)
	}
	for b := po.Result.Inline; len(b) >= 5; {
		n := binary.BigEndian.Uint32(b[1:5])
		if uint64(n) > uint64(len(b)-5) {
			break
		}
		tag, body := b[0], b[5:5+n]
		b = b[5+n:]
		switch tag {
		case 'A':
			return wrong(steelyard.CauseWrongAnswer, "the predicted arguments cannot be built")
		case 'X', 'E':
			// The arguments are there before the code is run, and can leave it no room.
			if v, err := compare.Decode(body, compare.Caps{}); err == nil && v.Type == "MemoryError" {
				return wrong(steelyard.CauseOOM, "out of memory")
			}
			return finding{
				status: steelyard.CheckNotRun, outcome: steelyard.Invalid, cause: steelyard.CauseTaskBroken,
				detail: "the task's code does not define " + entryPoint,
			}
		case 'x':
			return wrong(steelyard.CauseRuntimeError, "raised "+exception(body))
		case 'r':
			return judgeValue(body, want)
		}
	}
	switch po.End { //nolint:exhaustive // the rest are one case
	case steelyard.EndTimeout:
		return wrong(steelyard.CauseTimeout, "out of time")
	case steelyard.EndOOM:
		return wrong(steelyard.CauseOOM, "out of memory")
	case steelyard.EndOutputLimit:
		return wrong(steelyard.CauseOutputLimit, "too much output")
	}
	return wrong(steelyard.CauseRuntimeError, fmt.Sprintf("the process ended (%s) before it returned", po.End))
}

func judgeValue(body []byte, want *compare.Value) finding {
	if _, rest, ok := bytes.Cut(body, []byte(";")); ok { // the number of the row
		body = rest
	}
	got, err := compare.DecodePy(body, compare.Caps{})
	switch {
	case err != nil:
		return wrong(steelyard.CauseBadValue, err.Error())
	case !(compare.PyRule{}).Equal(&got, want):
		return wrong(steelyard.CauseWrongAnswer, "expected "+compare.PyReprClip(want, 150)+", found "+compare.PyReprClip(&got, 150))
	}
	return finding{status: steelyard.CheckPassed, outcome: steelyard.Pass}
}

func exception(body []byte) string {
	if _, rest, ok := bytes.Cut(body, []byte(";")); ok {
		body = rest
	}
	v, err := compare.Decode(body, compare.Caps{})
	if err != nil {
		return "an exception"
	}
	return compare.PyReprClip(&v, 200)
}
