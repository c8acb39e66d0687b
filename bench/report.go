package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// report is docs/benchmarks/speed.json, which `go run ./acceptance render` turns
// into docs/benchmarks.md.
type report struct {
	Type string `json:"type"` // "speed"
	V    int    `json:"v"`
	Date string `json:"date"`
	Host host   `json:"host"`
	Rows []row  `json:"rows"`
}

// row is one line of the speed table: a number of ours, the number of its
// reference in the same minutes, and whether the budget was met.
type row struct {
	// Group is the part of the program that measured the row.
	Group string `json:"group"`
	Name  string `json:"name"`
	Unit  string `json:"unit"`
	// Ours and Reference are in Unit; Ratio is Ours/Reference.
	Ours      float64 `json:"ours"`
	Reference float64 `json:"reference,omitempty"`
	Ratio     float64 `json:"ratio,omitempty"`
	// Budget is a bound on Ratio, or on Ours when there is no reference:
	// "<= 2" or ">= 8"; empty for a row kept for the record.
	Budget string `json:"budget,omitempty"`
	Met    bool   `json:"met"`
	// RefName names the reference exactly: path, version, flags.
	RefName string   `json:"ref_name,omitempty"`
	How     string   `json:"how"`
	Load    string   `json:"load"`
	Others  []number `json:"others,omitempty"`
	// Error says why a row could not be measured.
	Error string `json:"error,omitempty"`
}

type number struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// judge fills in the ratio and whether the budget holds.
func (r *row) judge() error {
	value := r.Ours
	if r.Reference != 0 {
		r.Ratio = r.Ours / r.Reference
		value = r.Ratio
	}
	if r.Budget == "" {
		return nil
	}
	var op string
	var bound float64
	if _, err := fmt.Sscanf(r.Budget, "%s %g", &op, &bound); err != nil {
		return fmt.Errorf("budget %q of row %q: %w", r.Budget, r.Name, err)
	}
	switch op {
	case "<=":
		r.Met = value <= bound
	case ">=":
		r.Met = value >= bound
	default:
		return fmt.Errorf("budget %q of row %q: want <= or >=", r.Budget, r.Name)
	}
	return nil
}

func (rep *report) write(path string) error {
	data, err := json.MarshalIndent(rep, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// keep returns the rows of an earlier report that this run does not measure
// again: none when everything is measured.
func keep(path, only string) ([]row, error) {
	if only == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var old report
	if err := json.Unmarshal(data, &old); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	again := strings.Split(only, ",")
	return slices.DeleteFunc(old.Rows, func(r row) bool { return slices.Contains(again, r.Group) }), nil
}

// sort puts the rows into the order of groups.
func (rep *report) sort() {
	order := map[string]int{}
	for i, g := range groups() {
		order[g.name] = i
	}
	slices.SortStableFunc(rep.Rows, func(a, b row) int { return order[a.Group] - order[b.Group] })
}

// String is the row as one line for people.
func (r *row) String() string {
	if r.Error != "" {
		return r.Name + ": " + r.Error
	}
	s := fmt.Sprintf("%s: %.4g %s", r.Name, r.Ours, r.Unit)
	if r.Reference != 0 {
		s += fmt.Sprintf(", reference %.4g, ratio %.3g", r.Reference, r.Ratio)
	}
	if r.Budget != "" {
		s += fmt.Sprintf(", budget %s: %s", r.Budget, map[bool]string{true: "met", false: "MISSED"}[r.Met])
	}
	return s
}
