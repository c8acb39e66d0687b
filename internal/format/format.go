// Package format reads tasks and rollouts in the dialects people have them in
// and turns them into the root package's types.
//
// Its entry point is Read: it opens a Source, finds or takes a Format, and yields
// validated Items one at a time, so memory stays flat however long the input.
// Gzip, Zstandard and Parquet are read wherever they appear.
//
// What it refuses: every fault of the input is a *steelyard.InputError with file,
// line, field and remedy, and ends the reading, or becomes an error record under
// Skip. A record that is readable but cannot be weighed is no fault of the input:
// it comes out as a Task with Broken set. No dialect executes or unpickles what
// it reads.
package format

import (
	"iter"

	"steelyard"
)

// Item is one record of an input. Exactly one of Task, Rollout and Error is set.
type Item struct {
	Task    *steelyard.Task
	Rollout *steelyard.Rollout
	// Error stands for a record that was skipped (Options.OnBad is Skip).
	Error *steelyard.ErrorRecord
	// File and Line say where the record begins; Line counts from 1 and is 0
	// where files have no lines (directories), the row number in Parquet.
	File string
	Line int
}

// Holds says what records a format has.
type Holds int

// What a format holds.
const (
	HoldsTasks Holds = 1 << iota
	HoldsRollouts
)

// Format is a dialect.
type Format interface {
	// Name is what --from takes.
	Name() string
	// Doc is one line for people.
	Doc() string
	// Holds says what records the format has.
	Holds() Holds
	// Decode yields the records of src, in order and as they are read. An error
	// is the last thing it yields. Items are neither validated nor completed:
	// that is Read's part.
	Decode(src Source, opt Options) iter.Seq2[Item, error]
}

// OnBad says what a bad record does.
type OnBad int

// Policies for bad records.
const (
	// Stop ends the reading with the error.
	Stop OnBad = iota
	// Skip yields an error record in the bad one's place and goes on.
	Skip
)

// DefaultMaxLine is the longest record read unless Options says otherwise.
const DefaultMaxLine = 64 * steelyard.MiB

// Options are the reader's choices; the zero value is the default.
type Options struct {
	OnBad OnBad
	// MaxLine is the longest record in bytes, DefaultMaxLine when zero. Longer
	// ones are refused in bounded memory.
	MaxLine steelyard.Size
	// Only keeps one kind of record; zero keeps both.
	Only Holds
	// Challenge adds MBPP's challenge tests.
	Challenge bool
	// Known tells whether a task id exists. Rollout directories use it to turn
	// file names back into ids; nil means that names are taken as they are.
	Known func(id string) bool
}

func (o Options) maxLine() int {
	if o.MaxLine > 0 {
		return int(o.MaxLine)
	}
	return int(DefaultMaxLine)
}

// All returns every format, in the order help prints them.
func All() []Format {
	return []Format{
		native(),
		humanEval(),
		humanEvalX(),
		evalPlus(),
		mbpp(),
		mbppSanitized(),
		cruxEval(cruxEvalName, "output"),
		cruxEval(cruxEvalInputName, "input"),
		taco(),
		apps(),
		liveCodeBench(),
		codeContests(),
		kattis{},
		samples(),
		directory{},
	}
}

// ByName returns the format that --from names.
func ByName(name string) (Format, error) {
	var names []string
	for _, f := range All() {
		if f.Name() == name {
			return f, nil
		}
		names = append(names, f.Name())
	}
	return nil, &steelyard.InputError{Field: "--from", Problem: "unknown format \"" + name + "\"", Remedy: steelyard.DidYouMean(name, names)}
}
