package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"steelyard/acceptance/attacks"
)

func TestFilesAreCurrent(t *testing.T) {
	t.Parallel()
	tasks, rollouts, err := build("../src")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(attacks.Tasks()), string(tasks)); diff != "" {
		t.Errorf("tasks.jsonl is not what the sources say; run go generate ./acceptance/attacks:\n%s", diff)
	}
	if diff := cmp.Diff(string(attacks.Rollouts()), string(rollouts)); diff != "" {
		t.Errorf("rollouts.jsonl is not what the sources say; run go generate ./acceptance/attacks:\n%s", diff)
	}
}

func TestCatalogueIsWhole(t *testing.T) {
	t.Parallel()
	all, err := attacks.Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	matrix, passes := 0, map[string]bool{}
	for id, a := range all {
		if a.Matrix {
			matrix++
		}
		if a.Expected.Outcome == "pass" && a.ID != "-" {
			passes[id] = true
		}
	}
	// 36 attacks and the deselecting configuration, in three modes of weighing.
	if matrix != 3*37 {
		t.Errorf("%d rollouts of the matrix, want %d", matrix, 3*37)
	}
	want := map[string]bool{
		"python-rows/special-casing.py": true, "python-calls/special-casing.py": true, "python-tester/special-casing.py": true,
		"javascript-rows/special-casing.js": true, "javascript-calls/special-casing.js": true,
		"javascript-tester/special-casing.js": true, "program/special-casing.py": true,
	}
	if diff := cmp.Diff(want, passes); diff != "" {
		t.Errorf("only special-casing may pass:\n%s", diff)
	}
}

func TestParseHead(t *testing.T) {
	t.Parallel()
	got, err := parseHead("//: F46 M; fail; a; b")
	want := attacks.Attack{Expected: attacks.Expected{Outcome: "fail"}, ID: "F46", Matrix: true, Note: "a; b"}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, bad := range []string{"", "import os", "#: F46; maybe; note", "#: F46; fail"} {
		if _, err := parseHead(bad); err == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
}
