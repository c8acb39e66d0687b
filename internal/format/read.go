package format

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"steelyard"
)

// Read yields the validated items of src in format from, or in the one its first
// record shows when from is empty. Tasks come with the limits of their format
// filled in, and with Broken set when they cannot be weighed; ids are unique.
//
// Under Stop the first fault is the error of the last pair. Under Skip bad
// records come out as Items with Error set, and the only errors are of inputs
// that cannot be read at all.
func Read(src Source, from string, opt Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		decoded, err := decodeFrom(src, from, opt)
		if err != nil {
			yield(Item{}, err)
			return
		}
		seen := ids{}
		kept, dropped := 0, 0
		for it, err := range decoded {
			if err == nil {
				if opt.Only != 0 && !opt.Only.includes(&it) {
					dropped++
					continue
				}
				kept++
				err = check(&it, seen)
			}
			if err == nil {
				if !yield(it, nil) {
					return
				}
				continue
			}
			var bad *recordError
			perRecord := errors.As(err, &bad)
			if perRecord {
				err = bad.err
			}
			if opt.OnBad != Skip || !perRecord && !errors.Is(err, io.ErrUnexpectedEOF) {
				yield(Item{File: it.File, Line: it.Line}, err)
				return
			}
			rec := errorRecord(err)
			if !yield(Item{Error: rec, File: rec.File, Line: rec.Line}, nil) {
				return
			}
		}
		if kept == 0 && dropped > 0 {
			yield(Item{}, &steelyard.InputError{
				File: src.Name, Problem: fmt.Sprintf("holds %s of the wrong kind: no %s", count(dropped), opt.Only), Remedy: "check which file goes with --tasks and which with --rollouts",
			})
		}
	}
}

// String returns the plural of what is held.
func (h Holds) String() string {
	switch h {
	case HoldsTasks:
		return "tasks"
	case HoldsRollouts:
		return "rollouts"
	}
	return "tasks and rollouts"
}

func (h Holds) includes(it *Item) bool {
	return it.Task != nil && h&HoldsTasks != 0 || it.Rollout != nil && h&HoldsRollouts != 0
}

func decodeFrom(src Source, from string, opt Options) (iter.Seq2[Item, error], error) {
	if from != "" {
		f, err := ByName(from)
		if err != nil {
			return nil, err
		}
		if opt.Only != 0 && f.Holds()&opt.Only == 0 {
			return nil, &steelyard.InputError{
				File: src.Name, Field: "--from", Problem: fmt.Sprintf("format %s holds %s, not %s", from, f.Holds(), opt.Only),
				Remedy: "leave --from out, or name another; `steelyard list formats` lists them",
			}
		}
		return f.Decode(src, opt), nil
	}
	if src.Dir != nil {
		f, err := detectDir(src, opt)
		if err != nil {
			return nil, err
		}
		return f.Decode(src, opt), nil
	}
	return decodeWith(src, opt, func(r *record) (*dialect, error) { return pick(r, opt.Only) }), nil
}

// check validates an item, finishes it, and sees that its id is new. Its error
// is a *recordError.
func check(it *Item, seen ids) error {
	var found []*steelyard.InputError
	switch {
	case it.Task != nil:
		found = it.Task.Validate()
	case it.Rollout != nil:
		found = it.Rollout.Validate()
	}
	if len(found) > 0 {
		return &recordError{join(it, found)}
	}
	if it.Task != nil {
		it.Task.Broken = it.Task.Unusable()
	}
	if e := seen.add(it); e != nil {
		return &recordError{join(it, []*steelyard.InputError{e})}
	}
	return nil
}

// maxProblems bounds how many problems of one record are told.
const maxProblems = 20

func join(it *Item, found []*steelyard.InputError) error {
	if len(found) > maxProblems {
		found = append(found[:maxProblems:maxProblems], &steelyard.InputError{Problem: fmt.Sprintf("%d more problems", len(found)-maxProblems)})
	}
	errs := make([]error, len(found))
	for i, e := range found {
		e.File, e.Line = it.File, it.Line
		errs[i] = e
	}
	if len(errs) == 1 {
		return errs[0]
	}
	return errors.Join(errs...)
}

// errorRecord returns the record of what was skipped. The problems of a record
// that has several stand in one, separated by " | ".
func errorRecord(err error) *steelyard.ErrorRecord {
	rec := &steelyard.ErrorRecord{Type: "error", V: steelyard.WireVersion}
	var e *steelyard.InputError
	if errors.As(err, &e) {
		rec.File, rec.Line = e.File, e.Line
	}
	if multi, ok := err.(interface{ Unwrap() []error }); ok {
		var texts []string
		for _, one := range multi.Unwrap() {
			texts = append(texts, without(one))
		}
		rec.Error = strings.Join(texts, " | ")
		return rec
	}
	rec.Error = err.Error()
	if e != nil {
		bare := *e
		bare.Field, bare.Remedy = "", ""
		rec.Field, rec.Remedy, rec.Error = e.Field, e.Remedy, without(&bare)
	}
	return rec
}

// without returns the error's text without file and line.
func without(err error) string {
	var e *steelyard.InputError
	if !errors.As(err, &e) {
		return err.Error()
	}
	bare := *e
	bare.File, bare.Line = "", 0
	return bare.Error()
}

// ids remembers where every id was, in 24 bytes a record and some for the map.
type ids map[[16]byte]int

// add returns the problem of an id that was there before. A task is named by its
// id, a rollout by run, task and id.
func (s ids) add(it *Item) *steelyard.InputError {
	var key [sha256.Size]byte
	field, what, name := "id", "task", ""
	switch {
	case it.Task != nil:
		name = it.Task.ID
		key = sha256.Sum256([]byte("task\x00" + name))
	case it.Rollout != nil:
		r := it.Rollout
		what, name = "rollout", r.ID
		b, err := json.Marshal([]string{r.Run, r.Task, r.ID})
		if err != nil {
			return &steelyard.InputError{Field: field, Problem: "cannot be hashed", Err: err}
		}
		key = sha256.Sum256(b)
	default:
		return nil
	}
	short := [16]byte(key[:16])
	first, dup := s[short]
	if !dup {
		s[short] = it.Line
		return nil
	}
	where := ""
	if first > 0 {
		where = fmt.Sprintf(" on line %d", first)
	}
	of := ""
	if it.Rollout != nil {
		of = fmt.Sprintf(" of task %q", it.Rollout.Task)
	}
	return &steelyard.InputError{
		Field: field, Problem: fmt.Sprintf("%s %q%s was given%s already", what, name, of, where),
		Remedy: "give every " + what + " an id of its own",
	}
}

// decodeJSON decodes the record and names column and field of what is wrong.
func decodeJSON(r *record, into any) error {
	if err := json.Unmarshal(r.data, into); err != nil {
		return jsonFault(r, err, into, false)
	}
	return nil
}

// decodeStrict is decodeJSON, and refuses fields that into does not have.
func decodeStrict(r *record, into any) error {
	dec := json.NewDecoder(bytes.NewReader(r.data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return jsonFault(r, err, into, true)
	}
	if off := dec.InputOffset(); int(off) < len(r.data) {
		return jsonFault(r, json.Unmarshal(r.data, into), into, true)
	}
	return nil
}
