package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"steelyard/examples/demo"
)

func TestFilesAreCurrent(t *testing.T) {
	t.Parallel()
	tasks, rollouts, err := build("../src")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(demo.Tasks()), string(tasks)); diff != "" {
		t.Errorf("tasks.jsonl is not what the sources say; run go generate ./examples/demo:\n%s", diff)
	}
	if diff := cmp.Diff(string(demo.Rollouts()), string(rollouts)); diff != "" {
		t.Errorf("rollouts.jsonl is not what the sources say; run go generate ./examples/demo:\n%s", diff)
	}
}

func TestReadAssertsRefusesLooseStatements(t *testing.T) {
	t.Parallel()
	checks, err := readAsserts("x = 1\nassert f(x) == 2\nassert f(0) == 0\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(checks) != 2 || checks[0].Assert != "x = 1\nassert f(x) == 2" {
		t.Errorf("got %+v", checks)
	}
	if _, err := readAsserts("assert f(1) == 1\nx = 2\n"); err == nil {
		t.Error("a statement after the last assertion was accepted")
	}
}

func TestReadCases(t *testing.T) {
	t.Parallel()
	checks, err := readCases("1\n2\n-----\n3\n=====\n-----\n0\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range checks {
		got = append(got, c.Case.Input.String(), c.Case.Answer.String())
	}
	if diff := cmp.Diff([]string{"1\n2\n", "3\n", "", "0\n"}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := readCases("1\n2\n"); err == nil {
		t.Error("a case without an answer was accepted")
	}
}
