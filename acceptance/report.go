package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// report is docs/benchmarks/acceptance.json.
type report struct {
	Type   string   `json:"type"` // "acceptance"
	V      int      `json:"v"`
	Date   string   `json:"date"`
	Engine string   `json:"engine"`
	Long   bool     `json:"long"`
	Checks []result `json:"checks"`
}

// result is what one check saw.
type result struct {
	Name    string  `json:"name"`
	Promise string  `json:"promise"`
	Passed  bool    `json:"passed"`
	Saw     string  `json:"saw"`
	Error   string  `json:"error,omitempty"`
	Seconds float64 `json:"seconds"`
	Long    bool    `json:"long,omitempty"`
}

func newReport(e *engine) *report {
	return &report{Type: "acceptance", V: 1, Date: time.Now().UTC().Format(time.DateOnly), Engine: e.version, Long: e.long}
}

// add prints a result and keeps it.
func (rep *report) add(c check, saw string, err error, took time.Duration) {
	r := result{Name: c.name, Promise: c.promise, Passed: err == nil, Saw: saw, Seconds: float64(took.Round(100*time.Millisecond)) / float64(time.Second), Long: rep.Long}
	word := "PASS"
	if err != nil {
		word, r.Error = "FAIL", err.Error()
	}
	fmt.Printf("%s %s: %s (%.1f s)\n", word, c.name, saw, r.Seconds)
	if err != nil {
		fmt.Printf("     promised: %s\n     %s\n", c.promise, r.Error)
	}
	rep.Checks = append(rep.Checks, r)
}

func (rep *report) count() (passed, failed int) {
	for _, r := range rep.Checks {
		if r.Passed {
			passed++
		} else {
			failed++
		}
	}
	return passed, failed
}

// write saves the report. With merge the results replace those of the same
// checks in the file, and the others stay.
func (rep *report) write(path string, merge bool) error {
	saved := *rep
	if merge {
		old, err := readReport(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		saved.Checks = mergeResults(old.Checks, rep.Checks)
	}
	data, err := json.MarshalIndent(&saved, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

func readReport(path string) (report, error) {
	var rep report
	data, err := os.ReadFile(path)
	if err != nil {
		return rep, err
	}
	if err := json.Unmarshal(data, &rep); err != nil {
		return rep, fmt.Errorf("read %s: %w", path, err)
	}
	return rep, nil
}

// mergeResults returns old and fresh results in the order of checks.
func mergeResults(old, fresh []result) []result {
	byName := map[string]result{}
	for _, r := range slices.Concat(old, fresh) {
		byName[r.Name] = r
	}
	var out []result
	for _, c := range checks() {
		if r, ok := byName[c.name]; ok {
			out = append(out, r)
		}
	}
	return out
}
