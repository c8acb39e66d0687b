package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"steelyard"
)

// many yields n rollouts of a task, no two alike.
func many(task, language, source string, n int) func(yield func(steelyard.Rollout) bool) {
	return func(yield func(steelyard.Rollout) bool) {
		for i := range n {
			r := steelyard.Rollout{ID: strconv.Itoa(i), Task: task, Index: i}
			r.Text = steelyard.Text(fmt.Sprintf("%s\n# candidate %d\n", source, i))
			r.Language = language
			if !yield(r) {
				return
			}
		}
	}
}

// files writes a task and its rollouts as native records.
func (b *bench) files(name string, task *steelyard.Task, rollouts func(yield func(steelyard.Rollout) bool)) (tasks, path string, err error) {
	tasks, path = filepath.Join(b.scratch, name+"-tasks.jsonl"), filepath.Join(b.scratch, name+"-rollouts.jsonl")
	type typedTask struct {
		Type string `json:"type"`
		V    int    `json:"v"`
		*steelyard.Task
	}
	type typedRollout struct {
		Type string `json:"type"`
		V    int    `json:"v"`
		steelyard.Rollout
	}
	return tasks, path, errors.Join(
		writeLines(tasks, func(yield func(typedTask) bool) { yield(typedTask{"task", steelyard.WireVersion, task}) }),
		writeLines(path, func(yield func(typedRollout) bool) {
			for r := range rollouts {
				if !yield(typedRollout{"rollout", steelyard.WireVersion, r}) {
					return
				}
			}
		}))
}

// rowsNumpy compares a function that needs numpy and pandas.
func rowsNumpy(ctx context.Context, b *bench) ([]row, error) {
	venv, err := b.venv(ctx, "numpy", "numpy==2.4.6", "pandas==3.1.1")
	if err != nil {
		return nil, err
	}
	python := filepath.Join(venv, "bin/python3")
	const source = `import numpy as np
import pandas as pd


def mean_of_positive(values):
    series = pd.Series(np.array(values))
    return float(series[series > 0].mean())
`
	bareCount, ourCount, rounds := 40, 2000, 3
	if b.quick {
		bareCount, ourCount, rounds = 6, 200, 1
	}
	task := &steelyard.Task{
		ID: "mean", Kind: steelyard.KindFunction,
		Env:      steelyard.EnvRef{Python: python, Imports: []string{"numpy", "pandas"}},
		Function: &steelyard.FunctionSpec{Language: "python", EntryPoint: "mean_of_positive"},
		Suite: steelyard.Suite{Checks: []steelyard.Check{
			{Call: &steelyard.Call{Source: "[1, -2, 3]", ExpectedSource: "2.0"}},
			{Call: &steelyard.Call{Source: "[10, 20, -1]", ExpectedSource: "15.0"}},
		}},
	}
	tasks, rollouts, err := b.files("numpy", task, many("mean", "", source, ourCount))
	if err != nil {
		return nil, err
	}
	jobs := make([]job, bareCount)
	for i := range jobs {
		program := fmt.Sprintf("%s\nassert mean_of_positive([1, -2, 3]) == 2.0\nassert mean_of_positive([10, 20, -1]) == 15.0\n# candidate %d\n", source, i)
		jobs[i] = job{argv: []string{python, "-"}, stdin: program}
	}
	rates, err := batches(ctx, rounds,
		b.batch("ours", scoreRun{tasks: tasks, rollouts: rollouts, python: python, workers: workers}),
		batch{"bare python3", func(ctx context.Context) (int, error) { return runBare(ctx, workers, jobs) }})
	if err != nil {
		return nil, err
	}
	return []row{{
		Name: "snippet importing numpy and pandas, warm", Unit: "candidates/s", Ours: rates[0], Reference: rates[1], Budget: ">= 50",
		RefName: b.python + " in a virtual environment with numpy 2.4.6 and pandas 3.1.1, one process a candidate, 2 workers",
		How:     fmt.Sprintf("%d unique candidates for ours and %d for the reference, whole runs in turns, start and end included, medians of %d", ourCount, bareCount, rounds),
	}}, nil
}

// rowsCold compares a program that starts its own interpreter.
func rowsCold(ctx context.Context, b *bench) ([]row, error) {
	const source = `import sys

numbers = [int(word) for word in sys.stdin.read().split()]
print(sum(numbers[1:]))
`
	input := "1000\n" + strings.TrimSpace(strings.Repeat("7 ", 1000)) + "\n"
	count, rounds := 600, 5
	if b.quick {
		count, rounds = 60, 2
	}
	task := &steelyard.Task{
		ID: "sum", Kind: steelyard.KindProgram,
		Program: &steelyard.ProgramSpec{Languages: []string{"python"}},
		Suite:   steelyard.Suite{Checks: []steelyard.Check{{Case: &steelyard.Case{Input: steelyard.Text(input), Answer: steelyard.Text("7000\n")}}}},
	}
	tasks, rollouts, err := b.files("cold", task, many("sum", "python", source, count))
	if err != nil {
		return nil, err
	}
	programs, err := b.sources("cold", source, count)
	if err != nil {
		return nil, err
	}
	jobs := make([]job, count)
	for i := range jobs {
		jobs[i] = job{argv: []string{b.python, programs[i]}, stdin: input, want: "7000\n"}
	}
	rates, err := batches(ctx, rounds,
		b.batch("ours", scoreRun{tasks: tasks, rollouts: rollouts, python: b.python, workers: workers}),
		batch{"bare python3", func(ctx context.Context) (int, error) { return runBare(ctx, workers, jobs) }})
	if err != nil {
		return nil, err
	}
	return []row{{
		Name: "Python program, cold", Unit: "programs/s", Ours: rates[0], Reference: rates[1], Budget: ">= 0.95",
		RefName: b.python + " FILE with standard input piped, one process a program, 2 workers",
		How:     fmt.Sprintf("%d unique programs each, one case, whole runs in turns, start and end included, medians of %d", count, rounds),
	}}, nil
}
