package format

import (
	"encoding/json"
	"errors"
	"iter"

	"steelyard"
)

// dialect is a format whose records are JSON objects.
type dialect struct {
	name, doc string
	holds     Holds
	// match reports whether a record with these fields is of the dialect; nil
	// never does. The first dialect that matches the first record is taken.
	match func(fields map[string]json.RawMessage) bool
	// open returns the decoder of one input. It may return no item for a record
	// that is to be passed over.
	open func(opt Options) decoder
	// dir reads a directory; nil refuses one.
	dir func(src Source, opt Options) iter.Seq2[Item, error]
}

// decoder turns a record into items. Its errors are about that record alone.
type decoder func(r *record) ([]Item, error)

func (d *dialect) Name() string { return d.name }
func (d *dialect) Doc() string  { return d.doc }
func (d *dialect) Holds() Holds { return d.holds }

// Decode yields the records of src.
func (d *dialect) Decode(src Source, opt Options) iter.Seq2[Item, error] {
	if src.Dir != nil && d.dir != nil {
		return d.dir(src, opt)
	}
	return decodeWith(src, opt, func(*record) (*dialect, error) { return d, nil })
}

// decodeWith decodes src with the dialect that pick chooses for the first
// readable record.
func decodeWith(src Source, opt Options, pick func(*record) (*dialect, error)) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		var decode decoder
		var d *dialect
		for r, err := range records(src, opt) {
			if err != nil {
				var bad *recordError
				if !yield(Item{File: r.file, Line: r.line}, err) || !errors.As(err, &bad) {
					return
				}
				continue
			}
			if decode == nil {
				if d, err = pick(&r); err != nil {
					// Broken JSON says nothing of the format; the next may.
					var bad *recordError
					if !yield(Item{File: r.file, Line: r.line}, err) || !errors.As(err, &bad) {
						return
					}
					continue
				}
				decode = d.open(opt)
			}
			items, err := decode(&r)
			if err != nil {
				if !yield(Item{File: r.file, Line: r.line}, &recordError{err}) {
					return
				}
				continue
			}
			for i := range items {
				it := &items[i]
				it.File, it.Line = r.file, r.line
				if it.Task != nil {
					complete(it.Task, d.name)
				}
				if !yield(*it, nil) {
					return
				}
			}
		}
	}
}

// complete fills what every task of a format has. A foreign record that can be
// read and does not make a valid task is the data set's fault, not the user's: it
// is broken, and the rest of the set is weighed.
func complete(t *steelyard.Task, format string) {
	stated := t.Limits.Output > 0
	t.Limits = t.Limits.Or(LimitsOf(format, t.Kind))
	fitOutput(t, stated)
	if format == nativeName {
		return
	}
	if t.Dataset == "" {
		t.Dataset = format
	}
	for _, e := range t.Validate() {
		if e.Field != "id" && t.Broken == "" {
			t.Broken = "the record does not make a valid task: " + e.Error()
		}
	}
}

func oneTask(t *steelyard.Task) []Item { return []Item{{Task: t}} }

func has(fields map[string]json.RawMessage, names ...string) bool {
	for _, n := range names {
		if _, ok := fields[n]; !ok {
			return false
		}
	}
	return true
}

// text returns a field that is a string, or "".
func text(fields map[string]json.RawMessage, name string) string {
	var s string
	_ = json.Unmarshal(fields[name], &s) // not a string: no text
	return s
}
