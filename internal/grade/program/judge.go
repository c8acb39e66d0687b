package program

import (
	"math"
	"regexp"
	"strconv"

	"steelyard"
)

// ruling is what a judge's exit code says.
type ruling uint8

const (
	rulingNone   ruling = iota // no code of the contract: the judge is at fault
	rulingAccept               // accepted, perhaps with points
	rulingReject
	// rulingEarly rejects an output that ended before it should have.
	rulingEarly
	rulingFault // the judge says that it, or the answer, is at fault
)

// rule reads an exit code by the contract. The testlib codes are those of its
// default build: 0 ok, 1 wrong, 2 presentation, 3 failure, 4 dirt, 7 points, 8
// unexpected end.
func rule(contract string, c *steelyard.ProcOutcome) ruling {
	if c == nil || c.End != steelyard.EndExited {
		return rulingNone
	}
	if contract == contractKattis {
		switch c.Code {
		case 42:
			return rulingAccept
		case 43:
			return rulingReject
		}
		return rulingNone
	}
	switch c.Code {
	case 0, 7:
		return rulingAccept
	case 1, 4:
		return rulingReject
	case 2, 8:
		return rulingEarly
	case 3:
		return rulingFault
	}
	return rulingNone
}

// checkerFinding judges a case by its special judge.
func checkerFinding(j *steelyard.Judge, o *steelyard.Observation) finding {
	if o == nil {
		return notRun()
	}
	if o.Outcome.Infra != nil {
		return infra("checker: %s", o.Outcome.Infra.Cause)
	}
	c := o.Outcome.Proc(steelyard.ProcChecker)
	if c == nil || c.End == steelyard.EndInfra || c.End == steelyard.EndNotRun {
		return infra("checker: not run")
	}
	return ruled(j, c, "checker")
}

func ruled(j *steelyard.Judge, c *steelyard.ProcOutcome, who string) finding {
	switch rule(j.Contract, c) {
	case rulingAccept:
		return points(j, c, who)
	case rulingReject, rulingEarly:
		return failed(steelyard.CauseWrongAnswer, "%s%s", who, message(c))
	case rulingFault:
		return broken("the %s reports a failure of the judge%s", who, message(c))
	default:
		return broken("the %s ended with %s, which its contract does not know%s", who, howEnded(c), message(c))
	}
}

// message is what a judge says, in one line.
func message(c *steelyard.ProcOutcome) string {
	for _, b := range []steelyard.Blob{c.Files[messageFile], c.Stderr, c.Stdout} {
		if s := lastLine(b); s != "" {
			return s
		}
	}
	return ""
}

var (
	pointsWord  = regexp.MustCompile(`(?i)\bpoints?[ :=]+(-?[0-9]+(?:\.[0-9]+)?)`)
	firstNumber = regexp.MustCompile(`-?[0-9]+(?:\.[0-9]+)?`)
)

// points returns the share that an accepting judge gives: all, or with testlib's
// exit code 7 the points it names, in [0, 1] or, when above 1, as a percentage.
func points(j *steelyard.Judge, c *steelyard.ProcOutcome, who string) finding {
	if j.Contract != contractTestlib || c.Code != 7 {
		return finding{status: steelyard.CheckPassed, share: 1}
	}
	text := c.Stderr.String()
	number := firstNumber.FindString(text)
	if m := pointsWord.FindStringSubmatch(text); m != nil {
		number = m[1]
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsInf(x, 0) {
		return broken("the %s gives points but names no number%s", who, message(c))
	}
	if x > 1 {
		x /= 100
	}
	if x < 0 || x > 1 {
		return broken("the %s gives %s points; want 0 to 1, or up to 100", who, number)
	}
	if x == 1 {
		return finding{status: steelyard.CheckPassed, share: 1}
	}
	f := failed(steelyard.CauseWrongAnswer, "%s: %s of all points", who, strconv.FormatFloat(x, 'g', -1, 64))
	f.share = x
	return f
}

// limitPeer is the limit that ends a process some time after its peer has ended.
const limitPeer = "peer"

// interaction judges a candidate by its interactor. What counts is who gave up
// first: a judge that fails while the candidate is alive is the task's fault,
// and one that fails because the candidate was gone is not.
func interaction(j *steelyard.Judge, o *steelyard.Observation) finding {
	if o.Outcome.Infra != nil {
		return infra("%s", o.Outcome.Infra.Cause)
	}
	c, judge := o.Outcome.Proc(steelyard.ProcCandidate), o.Outcome.Proc(steelyard.ProcInteractor)
	if c == nil || judge == nil || judge.End == steelyard.EndInfra || c.End == steelyard.EndInfra {
		return infra("the interactor or the program was not run")
	}
	if judge.End == steelyard.EndNoStart {
		f := broken("the interactor does not start%s", note(judge))
		f.certain = true
		return f
	}
	if c.End == steelyard.EndNotRun || judge.End == steelyard.EndNotRun {
		if c.End == steelyard.EndNoStart {
			f, _ := ended(c)
			return f
		}
		return infra("the interactor or the program was not run")
	}
	f, clean := ended(c)
	if c.End == steelyard.EndSignalled && c.Signal == sigpipe || c.End == steelyard.EndTimeout && c.Limit == limitPeer {
		clean = true // it went on after the judge had heard enough
	}
	switch r := rule(j.Contract, judge); {
	case r == rulingAccept && clean:
		return ruled(j, judge, "interactor")
	case r == rulingAccept:
		return f
	case r == rulingReject, r == rulingEarly:
		return rejection(c, judge, f, r)
	case !(r == rulingFault && clean) && blame(c, judge):
		if clean {
			return failed(steelyard.CauseWrongAnswer, "the program ended in the middle of the conversation; interactor: %s", howEnded(judge))
		}
		return f
	}
	return ruled(j, judge, "interactor")
}

// rejection names the cause of a lost conversation. A program that fails after
// the judge has hung up fails because of that, unless its end is one that a
// closed pipe does not bring about.
func rejection(c, judge *steelyard.ProcOutcome, f finding, r ruling) finding {
	own := c.End == steelyard.EndTimeout || c.End == steelyard.EndOOM || c.End == steelyard.EndOutputLimit || c.End == steelyard.EndDenied
	died := c.End == steelyard.EndSignalled && c.Signal != sigpipe || c.End == steelyard.EndExited && c.Code != 0
	if own && !after(c, judge) || died && (before(c, judge) || r == rulingEarly && c.Order == 0) {
		return f
	}
	return failed(steelyard.CauseWrongAnswer, "interactor%s", message(judge))
}

// before reports that c is known to have ended before d, and after the reverse.
func before(c, d *steelyard.ProcOutcome) bool { return c.Order > 0 && d.Order > 0 && c.Order < d.Order }
func after(c, d *steelyard.ProcOutcome) bool  { return before(d, c) }

// blame reports whether the candidate is to blame for an interactor that failed.
func blame(c, judge *steelyard.ProcOutcome) bool {
	// A judge that waits for the candidate reads an end of file once that is gone.
	// One that hangs even then was not waiting, and a candidate that ran into its
	// wall limit was waiting for it; one that used up its CPU time was not.
	if judge.End == steelyard.EndTimeout && c.End == steelyard.EndTimeout {
		return c.Limit == "cpu"
	}
	if c.Order > 0 && judge.Order > 0 {
		return before(c, judge)
	}
	// Without the order, only what a vanished judge cannot bring about counts: a
	// program that reads from a closed pipe may fail or loop, but it does not flood.
	return c.End == steelyard.EndOutputLimit || c.End == steelyard.EndOOM || c.End == steelyard.EndDenied
}
