package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"path"
	"strconv"
	"strings"

	"steelyard"
)

const (
	appsName = "apps"
	tacoName = "taco"
)

// apps is APPS: a folder a problem, or rows with the same names.
func apps() *dialect {
	return &dialect{
		name:  appsName,
		doc:   "APPS: rows with question, solutions, input_output, starter_code, or a folder a problem (question.txt, input_output.json, solutions.json)",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool { return has(f, "question", "input_output") },
		open:  func(Options) decoder { return ioRows(appsName) },
		dir:   appsFolders,
	}
}

// taco is TACO: APPS rows with limits.
func taco() *dialect {
	return &dialect{
		name:  tacoName,
		doc:   "TACO: rows as APPS with time_limit and memory_limit",
		holds: HoldsTasks,
		match: func(f map[string]json.RawMessage) bool {
			return has(f, "question", "input_output") && (has(f, "raw_tags") || has(f, "time_limit"))
		},
		open: func(Options) decoder { return ioRows(tacoName) },
	}
}

type ioRow struct {
	ID        json.RawMessage `json:"id"`
	ProblemID json.RawMessage `json:"problem_id"`
	Question  string          `json:"question"`
	Solutions json.RawMessage `json:"solutions"`
	Tests     json.RawMessage `json:"input_output"`
	Starter   string          `json:"starter_code"`
	Time      json.RawMessage `json:"time_limit"`
	Memory    json.RawMessage `json:"memory_limit"`
}

// ioRows decodes rows. TACO's have no id: they are numbered from 0, in order.
func ioRows(dataset string) decoder {
	n := -1
	return func(r *record) ([]Item, error) {
		n++
		var row ioRow
		if err := decodeJSON(r, &row); err != nil {
			return nil, err
		}
		id := dataset + "/" + strconv.Itoa(n)
		for _, raw := range []json.RawMessage{row.ProblemID, row.ID} {
			if len(raw) == 0 || string(raw) == "null" {
				continue
			}
			own, err := idText(r, "id", raw)
			if err != nil {
				return nil, err
			}
			id = own
			break
		}
		return oneTask(row.task(id)), nil
	}
}

func (row *ioRow) task(id string) *steelyard.Task {
	t := &steelyard.Task{
		ID: id, Kind: steelyard.KindProgram, Prompt: row.Question,
		Limits: statedLimits(row.Time, row.Memory),
	}
	if strings.TrimSpace(row.Starter) != "" {
		t.Prompt += "\n\n" + row.Starter
	}
	t.Gold = pythonGolds(textList(row.Solutions))
	gold := ""
	if len(t.Gold) > 0 {
		gold = t.Gold[0].Text.String()
	}
	tests, err := parseIOTests(row.Tests)
	if err != nil {
		t.Broken = fmt.Sprintf("input_output cannot be read: %v", err)
		return t
	}
	tests.fill(t, row.Starter, gold)
	if t.Kind == steelyard.KindFunction {
		// The limits are for one run on one input; the calls share a process.
		t.Limits.CPU, t.Limits.Wall = 0, 0
	}
	return t
}

// statedLimits reads limits such as "2.0 seconds" and "256 megabytes". The wall
// limit leaves room for a loaded machine; CPU time is what was stated.
func statedLimits(timeRaw, memRaw json.RawMessage) steelyard.Limits {
	var l steelyard.Limits
	if v, unit, ok := statedQuantity(timeRaw); ok {
		if strings.HasPrefix(unit, "milli") || unit == "ms" {
			v /= 1000
		}
		if v > 0 && v <= 3600 {
			l.CPU = seconds(v)
			l.Wall = seconds(2*v + 5)
		}
	}
	if v, unit, ok := statedQuantity(memRaw); ok {
		scale := float64(steelyard.MiB)
		switch {
		case strings.HasPrefix(unit, "kilo"), unit == "kb", unit == "kib":
			scale = float64(steelyard.KiB)
		case strings.HasPrefix(unit, "giga"), unit == "gb", unit == "gib":
			scale = float64(steelyard.GiB)
		case unit == "bytes":
			scale = 1
		}
		if v > 0 && v*scale <= float64(1<<40) {
			l.Memory = steelyard.Size(v * scale)
		}
	}
	return l
}

// statedQuantity reads a number with a unit in words.
func statedQuantity(raw json.RawMessage) (v float64, unit string, ok bool) {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return 0, "", len(raw) > 0 && string(raw) != "null" && json.Unmarshal(raw, &v) == nil
	}
	number, unit, _ := strings.Cut(strings.TrimSpace(s), " ")
	v, err := strconv.ParseFloat(number, 64)
	return v, strings.ToLower(strings.TrimSpace(unit)), err == nil && v == v
}

// appsFolders reads every folder with an input_output.json or question.txt; its
// path below the source is the id.
func appsFolders(src Source, opt Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		err := fs.WalkDir(src.Dir, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() || path.Base(name) != "question.txt" {
				return nil
			}
			folder := path.Dir(name)
			t, err := appsFolder(src, folder, opt)
			it := Item{Task: t, File: joinPath(src.Name, folder)}
			if err != nil {
				it.Task = nil
			} else {
				complete(t, appsName)
			}
			if !yield(it, err) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Item{File: src.Name}, &steelyard.InputError{File: src.Name, Problem: "cannot be listed", Err: err, Remedy: "check its permissions"})
		}
	}
}

func appsFolder(src Source, folder string, opt Options) (*steelyard.Task, error) {
	row := ioRow{}
	for _, f := range []struct {
		name string
		into func([]byte)
	}{
		{"question.txt", func(b []byte) { row.Question = string(b) }},
		{"starter_code.py", func(b []byte) { row.Starter = string(b) }},
		{"solutions.json", func(b []byte) { row.Solutions = b }},
		{"input_output.json", func(b []byte) { row.Tests = b }},
	} {
		b, err := readFile(src, path.Join(folder, f.name), opt.maxLine())
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, &recordError{err}
		}
		f.into(b)
	}
	id := folder
	if folder == "." {
		id = src.base()
	}
	t := row.task(id)
	if row.Tests == nil {
		t.Broken = "the folder has no input_output.json"
	}
	return t, nil
}

// readFile reads a whole file of a directory, up to limit bytes.
func readFile(src Source, name string, limit int) ([]byte, error) {
	f, err := src.Dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	full := joinPath(src.Name, name)
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, &steelyard.InputError{File: full, Problem: "is not a regular file", Remedy: "put a regular file there"}
	}
	b, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err != nil {
		return nil, &steelyard.InputError{File: full, Problem: "cannot be read", Err: err, Remedy: "check its permissions"}
	}
	if len(b) > limit {
		return nil, &steelyard.InputError{
			File: full, Problem: fmt.Sprintf("is larger than the limit of %s", steelyard.Size(limit)),
			Remedy: "shorten it, or take the problem out",
		}
	}
	return b, nil
}

func joinPath(dir, name string) string {
	if name == "." {
		return dir
	}
	return strings.TrimRight(dir, "/") + "/" + name
}
