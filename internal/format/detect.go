package format

import (
	"encoding/json"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"steelyard"
)

// DetectFormat names the format of the file or directory at path, from its
// first record.
func DetectFormat(path string) (string, error) {
	src, err := Path(path)
	if err != nil {
		return "", err
	}
	if src.Dir != nil {
		f, err := detectDir(src, Options{})
		if err != nil {
			return "", err
		}
		return f.Name(), nil
	}
	for r, err := range records(src, Options{}) {
		if err != nil {
			return "", err
		}
		d, err := pick(&r, 0)
		if err != nil {
			return "", err
		}
		return d.name, nil
	}
	return nativeName, nil
}

// pick returns the first dialect that the record fits.
func pick(r *record, only Holds) (*dialect, error) {
	var fields map[string]json.RawMessage
	if err := decodeJSON(r, &fields); err != nil {
		return nil, &recordError{err}
	}
	for _, f := range All() {
		d, ok := f.(*dialect)
		if ok && d.match != nil && (only == 0 || d.holds&only != 0) && d.match(fields) {
			return d, nil
		}
	}
	return nil, r.fault("", "name the format with --from; `steelyard list formats` lists them", "no format has records with the fields %s", fieldList(fields))
}

func fieldList(fields map[string]json.RawMessage) string {
	const most = 12
	names := slices.Sorted(maps.Keys(fields))
	if len(names) > most {
		names = append(names[:most], "…")
	}
	return strings.Join(names, ", ")
}

// detectDir tells a directory's format from what lies in it.
func detectDir(src Source, opt Options) (Format, error) {
	if _, err := kattisProblems(src); err == nil {
		return kattis{}, nil
	}
	problems, _ := fs.Glob(src.Dir, "*/question.txt")
	deeper, _ := fs.Glob(src.Dir, "*/*/question.txt") // train/0000, test/0000
	if len(problems)+len(deeper) > 0 || exists(src.Dir, "question.txt") {
		return apps(), nil
	}
	if opt.Only == HoldsTasks {
		return nil, &steelyard.InputError{
			File: src.Name, Problem: "holds neither Kattis problems (problem.yaml) nor APPS problems (question.txt)",
			Remedy: "name the file with the tasks, or the format with --from",
		}
	}
	return directory{}, nil
}
