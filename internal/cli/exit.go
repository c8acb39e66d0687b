package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"steelyard"
	"steelyard/internal/ledger"
)

// Exit codes. They are a contract; `steelyard help exit-codes` prints them.
const (
	exitOK          = 0
	exitGate        = 1
	exitInput       = 2
	exitPartial     = 3
	exitStopped     = 4
	exitInterrupted = 130
)

func exitCodes() []struct {
	Code    int
	Meaning string
} {
	return []struct {
		Code    int
		Meaning string
	}{
		{exitOK, "every line got a reward, whatever the rewards are: a failing candidate is data"},
		{exitGate, "it ran to the end, and a gate failed: --fail-under, or an attack that doctor found not contained"},
		{exitInput, "unreadable input, wrong usage or configuration; the message names file, line, field and remedy"},
		{exitPartial, "it ran to the end, and some lines have no reward: masked, invalid, unstable or skipped"},
		{exitStopped, "the engine had to stop; the output is correct as far as it goes, and the same command again resumes"},
		{exitInterrupted, "interrupted; the same command again resumes"},
	}
}

// errInterrupted is the cause with which the context ends at a signal.
var errInterrupted = errors.New("interrupted; the same command again resumes")

// gateError says that a gate failed.
type gateError struct{ problem string }

func (e *gateError) Error() string { return e.problem }

// partialError says that lines have no reward.
type partialError struct{ problem string }

func (e *partialError) Error() string { return e.problem }

// stoppedError says that the engine could not go on, whatever the reason.
type stoppedError struct{ err error }

func (e *stoppedError) Error() string {
	return e.err.Error() + "; what was weighed is kept, and the same command again resumes"
}
func (e *stoppedError) Unwrap() error { return e.err }

// stopped says that the engine could not go on. Damage is no such thing: the same
// command again would find it again.
func stopped(err error) error {
	if errors.Is(err, ledger.ErrDamaged) {
		return err
	}
	return &stoppedError{err}
}

// exitCode turns an error into the exit code. It is the only place that does.
func exitCode(err error) int {
	var (
		gate    *gateError
		partial *partialError
		stopped *stoppedError
		input   *steelyard.InputError
	)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errInterrupted), errors.Is(err, context.Canceled):
		return exitInterrupted
	case errors.As(err, &stopped):
		return exitStopped
	case errors.As(err, &gate):
		return exitGate
	case errors.As(err, &input):
		return exitInput
	case errors.As(err, &partial):
		return exitPartial
	}
	return exitStopped
}

// report prints a fatal error on standard error and returns the exit code.
func report(env *Env, asJSON bool, err error) int {
	code := exitCode(err)
	if err == nil {
		return code
	}
	if !asJSON {
		fmt.Fprintf(env.Stderr, "steelyard: %v\n", err)
		return code
	}
	rec := struct {
		Type   string `json:"type"`
		V      int    `json:"v"`
		Code   int    `json:"code"`
		Error  string `json:"error"`
		File   string `json:"file,omitempty"`
		Line   int    `json:"line,omitempty"`
		Field  string `json:"field,omitempty"`
		Remedy string `json:"remedy,omitempty"`
	}{Type: "error", V: steelyard.WireVersion, Code: code, Error: err.Error()}
	if input, ok := errors.AsType[*steelyard.InputError](err); ok {
		rec.File, rec.Line, rec.Field, rec.Remedy = input.File, input.Line, input.Field, input.Remedy
	}
	b, jerr := json.Marshal(rec)
	if jerr != nil {
		fmt.Fprintf(env.Stderr, "steelyard: %v\n", err)
		return code
	}
	fmt.Fprintf(env.Stderr, "%s\n", b)
	return code
}
