package function

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// pyFinding is what became of one check.
type pyFinding struct {
	status string
	cause  string
	detail string
}

func pyFailed(cause, format string, args ...any) pyFinding {
	return pyFinding{status: steelyard.CheckFailed, cause: cause, detail: pyLine(fmt.Sprintf(format, args...))}
}

func pyNotRun(cause, format string, args ...any) pyFinding {
	return pyFinding{status: steelyard.CheckNotRun, cause: cause, detail: pyLine(fmt.Sprintf(format, args...))}
}

// pyLine makes text one line without control characters.
func pyLine(s string) string {
	return clip(strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r < 0x20 || r == 0x7F:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "�")), 400)
}

// FlagForged marks a candidate that wrote to the result channel itself.
const FlagForged = "forged_result"

// FlagCanary marks a candidate that passed a check no honest one passes.
const FlagCanary = "canary_passed"

func (l *pyLang) verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error) {
	v := steelyard.Verdict{Channel: steelyard.ChannelSeparate}
	p, err := l.plan(in.Task)
	if err != nil {
		v.Outcome, v.Cause, v.Reason = steelyard.Invalid, steelyard.CauseTaskBroken, err.Error()
		return v, nil //nolint:nilerr // a broken task is a verdict, not a failure of the grader
	}
	if p.mode == modeInProcess {
		v.Channel = steelyard.ChannelInProcess
	}
	a, err := readPyAnswer(in, &in.Rollout.Output)
	if err != nil {
		return v, err
	}
	v.Flags, v.Extracted = a.flags, a.extracted
	j := pyJudge{plan: p, task: in.Task, findings: make([]pyFinding, len(p.checks))}
	switch {
	case a.reason != "":
		j.all(steelyard.CheckNotRun, steelyard.CauseNoAnswer, a.reason)
	default:
		j.secret = p.secret(&a)
		j.judge(seen)
	}
	j.finish(&v)
	return v, nil
}

// pyJudge turns observations into findings.
type pyJudge struct {
	plan     *pyPlan
	task     *steelyard.Task
	findings []pyFinding
	flags    []string
	secret   string // of a run in the candidate's process
	// whole decides over the checks when it is set: the outcome of a failure
	// that is not the candidate's, or its cause.
	outcome steelyard.VerdictOutcome
	cause   string
	reason  string
}

func (j *pyJudge) all(status, cause, detail string) {
	for i := range j.findings {
		j.findings[i] = pyFinding{status: status, cause: cause, detail: pyLine(detail)}
	}
	j.cause, j.reason = cause, pyLine(detail)
}

// infra says that nothing is known of the candidate.
func (j *pyJudge) infra(cause, detail string) {
	j.all(steelyard.CheckNotRun, cause, detail)
	j.outcome = steelyard.NotJudged
}

func (j *pyJudge) broken(detail string) {
	j.all(steelyard.CheckNotRun, steelyard.CauseTaskBroken, detail)
	j.outcome = steelyard.Invalid
}

func (j *pyJudge) judge(seen []steelyard.Observation) {
	obs := map[string]*steelyard.Observation{}
	for i := range seen {
		obs[seen[i].Step] = &seen[i]
		if f := seen[i].Outcome.Infra; f != nil {
			j.infra(steelyard.CauseInfra, f.Boundary+": "+f.Cause)
			return
		}
	}
	switch j.plan.mode {
	case modeRows:
		j.rows(obs[pyStepRows], obs[pyStepOracle])
	case modeTester:
		j.tester(obs[pyStepTester])
	default:
		j.inProcess(obs[pyStepInProc])
	}
}

// proc returns the outcome of a role, or nil after noting why there is none.
func (j *pyJudge) proc(o *steelyard.Observation, role string) *steelyard.ProcOutcome {
	if o == nil {
		j.infra(steelyard.CauseFactsMissing, "not run")
		return nil
	}
	po := o.Outcome.Proc(role)
	switch {
	case po == nil:
		j.infra(steelyard.CauseFactsMissing, "no observation of the "+role)
		return nil
	case po.End == steelyard.EndInfra:
		j.infra(steelyard.CauseInfra, po.Note)
		return nil
	case answer.Unput(po) && role == steelyard.ProcCandidate:
		j.all(steelyard.CheckFailed, steelyard.CauseNoAnswer, "the answer's files cannot be put: "+po.Note)
		return nil
	case po.End == steelyard.EndNoStart:
		j.infra(steelyard.CauseInfra, "the interpreter did not start: "+po.Note)
		return nil
	}
	return po
}

// pyEnded says why a process ended before its work was done.
func pyEnded(po *steelyard.ProcOutcome) (cause, text string) {
	switch po.End {
	case steelyard.EndTimeout:
		if po.Limit != "" {
			return steelyard.CauseTimeout, "out of time (" + po.Limit + ")"
		}
		return steelyard.CauseTimeout, "out of time"
	case steelyard.EndOOM:
		return steelyard.CauseOOM, "out of memory"
	case steelyard.EndOutputLimit:
		return steelyard.CauseOutputLimit, "too much output"
	case steelyard.EndDenied:
		return steelyard.CauseDenied, "the sandbox refused a system call"
	case steelyard.EndSignalled:
		return steelyard.CauseRuntimeError, fmt.Sprintf("killed by signal %d", po.Signal)
	case steelyard.EndExited, steelyard.EndNoStart, steelyard.EndInfra, steelyard.EndNotRun:
	}
	return steelyard.CauseRuntimeError, fmt.Sprintf("the process ended itself with code %d", po.Code)
}

// pyException reads a frame that carries an exception.
func pyException(body []byte) (cause, text string) {
	v, err := compare.Decode(body, compare.Caps{})
	if err != nil || v.Kind != compare.KindError {
		return steelyard.CauseRuntimeError, "an unreadable exception"
	}
	switch v.Type {
	case "SyntaxError", "IndentationError", "TabError":
		cause = steelyard.CauseCompileError
	case "MemoryError":
		cause = steelyard.CauseOOM
	default:
		cause = steelyard.CauseRuntimeError
	}
	return cause, compare.PyReprClip(&v, 300)
}

// rowResult is what a row gave: a value, an exception, or nothing.
type rowResult struct {
	done bool
	// wire is the returned value, decoded only while a check looks at it: many
	// rows of large values would not fit in memory together.
	wire    []byte
	cause   string // why there is no value
	problem string
	skipped string // the contract refused the row
}

// readRows reads the result stream of a rows execution. died is set when the
// process did not finish its work.
//
// What comes after the frame B may be the candidate's: it can write to the
// descriptor as the driver does. Then it says nothing of the task, and nothing
// but return values. The process of the gold solution is believed.
func (j *pyJudge) readRows(po *steelyard.ProcOutcome) (rows []rowResult, died *pyFinding) {
	rows = make([]rowResult, len(j.plan.rows))
	frames, whole := pyFrames(po.Result.Inline)
	gold := po.Role == steelyard.ProcGold
	next, began, loaded, finished, forged := 0, false, false, false, !whole && po.End == steelyard.EndExited
	for i := range frames {
		f := &frames[i]
		if finished || forged {
			forged = true
			break
		}
		if began == (f.tag == 'A' || f.tag == 'B') {
			forged = true
			break
		}
		switch f.tag {
		case 'B':
			began = true
		case 'X':
			cause, text := pyException(f.body)
			return rows, &pyFinding{status: steelyard.CheckFailed, cause: cause, detail: text}
		case 'E':
			return rows, &pyFinding{status: steelyard.CheckFailed, cause: steelyard.CauseNoEntry, detail: "the code defines no " + j.entry()}
		case 'A':
			j.broken("the arguments of a check cannot be built in Python")
			return rows, nil
		case 'S':
			n, rest, ok := f.number()
			if forged = !ok || n >= len(rows) || !gold || loaded; !forged {
				rows[n] = rowResult{done: true, skipped: pyLine(string(rest))}
			}
		case 'L':
			forged = loaded
			loaded = true
		case 'r', 'x':
			n, rest, ok := f.number()
			for next < len(rows) && rows[next].skipped != "" {
				next++
			}
			if forged = !ok || !loaded || n != next || n >= len(rows); !forged {
				rows[n] = readRow(f.tag, rest)
				next++
			}
		case 'z':
			finished = true
		default:
			forged = true
		}
	}
	if forged {
		j.flags = append(j.flags, FlagForged)
		return rows, &pyFinding{status: steelyard.CheckFailed, cause: steelyard.CauseRuntimeError, detail: "the candidate wrote to the result channel"}
	}
	if !finished || po.End != steelyard.EndExited || po.Code != 0 {
		cause, text := pyEnded(po)
		return rows, &pyFinding{status: steelyard.CheckFailed, cause: cause, detail: text}
	}
	return rows, nil
}

func readRow(tag byte, body []byte) rowResult {
	if tag == 'x' {
		cause, text := pyException(body)
		return rowResult{done: true, cause: cause, problem: "raised " + text}
	}
	return rowResult{done: true, wire: body}
}

// value decodes what the row returned; a row without a value is an *rowError.
func (r *rowResult) value() (compare.Value, error) {
	switch {
	case !r.done:
		return compare.Value{}, errNotReached
	case r.cause != "":
		return compare.Value{}, &rowError{cause: r.cause, problem: r.problem}
	}
	v, err := compare.DecodePy(r.wire, compare.Caps{})
	if err != nil {
		return compare.Value{}, &rowError{steelyard.CauseBadValue, "returned what cannot be read: " + err.Error(), errors.Is(err, compare.ErrForged)}
	}
	return v, nil
}

func (j *pyJudge) entry() string {
	f := j.task.Function
	if f.Class != "" {
		return f.Class + "." + f.EntryPoint
	}
	return f.EntryPoint
}

func (j *pyJudge) rows(o, oracle *steelyard.Observation) {
	po := j.proc(o, steelyard.ProcCandidate)
	if po == nil {
		return
	}
	rows, died := j.readRows(po)
	if j.outcome != "" {
		return
	}
	var gold []rowResult
	if j.plan.oracle {
		gp := j.proc(oracle, steelyard.ProcGold)
		if gp == nil {
			return
		}
		flags := j.flags
		var fault *pyFinding
		gold, fault = j.readRows(gp)
		j.flags = flags
		if j.outcome != "" {
			return
		}
		if fault != nil {
			j.broken("the gold solution failed: " + fault.detail)
			return
		}
	}
	blamed := false
	for i := range j.plan.checks {
		c := &j.plan.checks[i]
		f := j.check(c, rows, gold)
		if f.status == "" { // a row that it needs was not reached
			f = pyNotRun("", "not reached")
			if died != nil && !blamed {
				f, blamed = *died, true
			}
		}
		j.findings[i] = f
	}
	if died == nil {
		return
	}
	// A run that did not come to its end has not passed, whatever its rows say.
	j.cause, j.reason = died.cause, pyLine(died.detail)
	for i := range j.findings {
		if len(j.flags) > 0 || !blamed && i == len(j.findings)-1 {
			j.findings[i] = *died
		}
	}
}

// check decides one check from the rows; a finding without a status means that
// a row it needs was not reached.
func (j *pyJudge) check(c *pyCheck, rows, gold []rowResult) pyFinding {
	if c.call != nil {
		return j.call(c.call, rows, gold)
	}
	for i := range c.asserts {
		if f := j.assertion(&c.asserts[i], rows); f.status != steelyard.CheckPassed {
			return f
		}
	}
	return pyFinding{status: steelyard.CheckPassed}
}

// suspect flags a value that only a forger can have sent.
func (j *pyJudge) suspect(row *rowError) {
	if row.forged && !slices.Contains(j.flags, FlagForged) {
		j.flags = append(j.flags, FlagForged)
	}
}

var errNotReached = errors.New("row not reached")

// rowError carries the reason why a row has no value.
type rowError struct {
	cause, problem string
	forged         bool // no Python program can have returned it
}

func (e *rowError) Error() string { return e.problem }

func (j *pyJudge) assertion(a *pyAssertion, rows []rowResult) pyFinding {
	env := compare.PyEnv{Rule: j.plan.rule}
	var found []*compare.Value
	env.Call = func(e *compare.PyExpr) (compare.Value, bool, error) {
		n, ok := a.holes[e]
		if !ok {
			return compare.Value{}, false, nil
		}
		v, err := rows[n].value()
		if err == nil {
			found = append(found, &v)
		}
		return v, true, err
	}
	v, err := env.Eval(a.expr)
	text := clip(a.text, 160)
	var row *rowError
	var raised *compare.PyRaisedError
	for _, f := range found {
		if f.Kind == compare.KindObject && !a.truthOnly(a.expr) {
			return pyFailed(steelyard.CauseBadValue, "%s: returned %s, which cannot cross", text, f.Type)
		}
	}
	switch {
	case errors.Is(err, errNotReached):
		return pyFinding{}
	case errors.As(err, &row):
		j.suspect(row)
		return pyFailed(row.cause, "%s: %s", text, row.problem)
	case errors.As(err, &raised):
		return pyFailed(steelyard.CauseWrongAnswer, "%s: found %s: %s", text, pyFound(found), raised.Error())
	case err != nil:
		return pyFailed(steelyard.CauseBadValue, "%s: found %s: %s", text, pyFound(found), err.Error())
	case !v.Truth():
		return pyFailed(steelyard.CauseWrongAnswer, "%s: found %s", text, pyFound(found))
	}
	return pyFinding{status: steelyard.CheckPassed}
}

// truthOnly reports whether e asks nothing of the calls' values but whether
// they are true or None: what is known of a value that cannot cross.
func (a *pyAssertion) truthOnly(e *compare.PyExpr) bool {
	if _, ok := a.holes[e]; ok || e.Node == compare.PyConst {
		return true
	}
	args := e.Args
	switch {
	case e.Node == compare.PyUnary && e.Name == "not", e.Node == compare.PyBool:
	case e.Node == compare.PyCall && e.Args[0].Node == compare.PyVar && e.Args[0].Name == "bool":
		args = e.Args[1:]
	case e.Node == compare.PyCompare && (e.Keys[0] == "is" || e.Keys[0] == "is not") &&
		e.Args[1].Node == compare.PyConst && e.Args[1].Value.Kind == compare.KindNone:
	case e.Node == compare.PyCompare && len(e.Keys) == 1 && e.Args[0].Node == compare.PyCall && e.Args[0].Args[0].Name == "bool":
		// bool(f(x)) == True
	default:
		return false
	}
	for _, arg := range args {
		if !a.truthOnly(arg) {
			return false
		}
	}
	return true
}

func pyFound(values []*compare.Value) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = compare.PyReprClip(v, 120)
	}
	return strings.Join(parts, ", ")
}

func (j *pyJudge) call(want *pyExpected, rows, gold []rowResult) pyFinding {
	expected, rule := want.value, j.plan.rule
	if want.gold {
		g := &gold[want.row]
		switch {
		case g.skipped != "":
			return pyFinding{status: steelyard.CheckSkipped, detail: g.skipped}
		}
		v, err := g.value()
		if err != nil {
			return pyFinding{status: steelyard.CheckSkipped, detail: pyLine("the gold solution " + err.Error())}
		}
		expected = v
		if rule.Abs == 0 && rule.Rel == 0 && pyFloats(&expected) {
			rule.Abs = 1e-6 // EvalPlus's default where the answer is floats
		}
	}
	rule.Sequences = want.json
	got, err := rows[want.row].value()
	var row *rowError
	switch {
	case errors.Is(err, errNotReached):
		return pyFinding{}
	case errors.As(err, &row):
		j.suspect(row)
		return pyFailed(row.cause, "row %d: expected %s, %s", want.row+1, compare.PyReprClip(&expected, 120), row.problem)
	case got.Kind == compare.KindObject:
		return pyFailed(steelyard.CauseBadValue, "row %d: expected %s, returned %s, which cannot cross",
			want.row+1, compare.PyReprClip(&expected, 120), got.Type)
	case !rule.Equal(&got, &expected):
		return pyFailed(steelyard.CauseWrongAnswer, "row %d: expected %s, found %s",
			want.row+1, compare.PyReprClip(&expected, 120), compare.PyReprClip(&got, 120))
	}
	return pyFinding{status: steelyard.CheckPassed}
}

// pyFloats reports whether v is a float or a sequence of them.
func pyFloats(v *compare.Value) bool {
	if v.Kind == compare.KindList || v.Kind == compare.KindTuple {
		for i := range v.Items {
			if !pyFloats(&v.Items[i]) {
				return false
			}
		}
		return len(v.Items) > 0
	}
	return v.Kind == compare.KindFloat
}
