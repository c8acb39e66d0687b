package format

import (
	"encoding/json"
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
		return nil, err
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

func detectDir(src Source, _ Options) (Format, error) {
	return nil, &steelyard.InputError{File: src.Name, Problem: "is a directory of no known kind", Remedy: "name the format with --from"}
}
