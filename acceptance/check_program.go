package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/compare"
)

func programChecks() []check {
	return []check{
		{"vectors", "the testlib checkers and the CodeContests comparison decide as the published vectors say", vectors},
		{"problems", "problems with an accepted, a wrong and a too slow program in seven languages: no verdict off, cold and cached", problems},
		{"two-roots", "where either of two roots is right, the checker accepts every case and token comparison none", twoRoots},
		{"interactor", "an interactor that is cheated, hung and crashed on: every such program rejected, an honest one after it accepted", interactor},
	}
}

// vectors decides the published cases with the comparison that graders use.
func vectors(_ context.Context, e *engine) (string, error) {
	data, err := os.ReadFile(filepath.Join(e.shared, "vectors", "grader-vectors.json"))
	if err != nil {
		return "", err
	}
	var file struct {
		Testlib struct {
			Cases []string `json:"cases"`
		} `json:"testlib_checkers"`
		CodeContests struct {
			Cases []struct {
				A         string `json:"a"`
				B         string `json:"b"`
				Reference bool   `json:"reference"`
			} `json:"cases"`
		} `json:"codecontests_token_compare"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return "", err
	}
	var errs []error
	for _, text := range file.Testlib.Cases {
		if err := testlibCase(text); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", text, err))
		}
	}
	for _, c := range file.CodeContests.Cases {
		got := compare.Text(steelyard.Comparison{Mode: steelyard.CompareCodeContests}, []byte(c.B), []byte(c.A))
		if got.Equal != c.Reference {
			errs = append(errs, fmt.Errorf("codecontests %q against %q: accepted %v, want %v", c.A, c.B, got.Equal, c.Reference))
		}
	}
	saw := fmt.Sprintf("%d testlib cases, %d CodeContests cases", len(file.Testlib.Cases), len(file.CodeContests.Cases))
	if len(file.Testlib.Cases) != 26 || len(file.CodeContests.Cases) != 5 {
		errs = append(errs, errors.New("want 26 and 5 cases in the vectors"))
	}
	return saw, errors.Join(errs...)
}

// testlibCase decides a case such as "wcmp out=[1 2\n3] ans=[1 2 3\n] -> exit 0 ok 3 tokens".
func testlibCase(text string) error {
	head, tail, ok := strings.Cut(text, " -> exit ")
	name, rest, ok2 := strings.Cut(head, " out=[")
	out, answer, ok3 := strings.Cut(rest, "] ans=[")
	if !ok || !ok2 || !ok3 {
		return errors.New("cannot be read")
	}
	answer = strings.TrimSuffix(answer, "]")
	unescape := strings.NewReplacer(`\n`, "\n").Replace
	checker, known := compare.Testlib(name)
	if !known {
		return fmt.Errorf("checker %s is unknown", name)
	}
	verdict, why := checker([]byte(unescape(answer)), []byte(unescape(out)))
	var exit int
	if _, err := fmt.Sscanf(tail, "%d", &exit); err != nil {
		return err
	}
	if int(verdict) != exit {
		return fmt.Errorf("verdict %d (%s), want %d", int(verdict), why, exit)
	}
	return nil
}

// languages by the ending of a submission's file.
func languages() map[string]string {
	return map[string]string{".py": "python", ".js": "javascript", ".c": "c", ".cpp": "cpp", ".go": "go", ".java": "java", ".rs": "rust"}
}

// expectation is what a folder of submissions says of the programs in it.
type expectation struct {
	outcome steelyard.VerdictOutcome
	// causes are the causes a rejection may have.
	causes []string
}

func expectations() map[string]expectation {
	return map[string]expectation{
		"accepted":            {steelyard.Pass, []string{""}},
		"wrong_answer":        {steelyard.Fail, []string{steelyard.CauseWrongAnswer, steelyard.CausePartial}},
		"time_limit_exceeded": {steelyard.Fail, []string{steelyard.CauseTimeout}},
		"run_time_error":      {steelyard.Fail, []string{steelyard.CauseRuntimeError, steelyard.CausePartial}},
	}
}

// submission is a program of a problem and what must become of it.
type submission struct {
	problem, folder, file string
	rollout               steelyard.Rollout
}

// submissions reads the programs of a problem directory.
func submissions(dir string) ([]submission, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "submissions", "*", "*"))
	if err != nil {
		return nil, err
	}
	var out []submission
	for _, path := range paths {
		language, ok := languages()[filepath.Ext(path)]
		if !ok {
			return nil, fmt.Errorf("%s: unknown language", path)
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		s := submission{problem: filepath.Base(dir), folder: filepath.Base(filepath.Dir(path)), file: filepath.Base(path)}
		s.rollout = steelyard.Rollout{ID: s.folder + "/" + s.file, Task: s.problem}
		s.rollout.Text = steelyard.Text(string(source))
		s.rollout.Language = language
		out = append(out, s)
	}
	return out, nil
}

// problemDirs lists the problems that come with the project.
func problemDirs() ([]string, error) {
	found, err := filepath.Glob("acceptance/problems/*/problem.yaml")
	if err != nil {
		return nil, err
	}
	for i := range found {
		found[i] = filepath.Dir(found[i])
	}
	return found, nil
}

func problems(ctx context.Context, e *engine) (string, error) {
	dirs, err := problemDirs()
	if err != nil {
		return "", err
	}
	var errs []error
	programs, cases, inLanguage := 0, 0, map[string]int{}
	for _, dir := range dirs {
		subs, err := submissions(dir)
		if err != nil {
			return "", err
		}
		state := filepath.Join(e.scratch, "problem-"+filepath.Base(dir))
		for _, again := range []string{"cold", "cached"} {
			s, err := e.scoreProblem(ctx, dir, again, state, subs)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s, %s: %w", filepath.Base(dir), again, err))
				break
			}
			if again == "cold" {
				for i := range s.rewards {
					cases += s.rewards[i].Checks.Total
				}
			}
		}
		programs += len(subs)
		for i := range subs {
			inLanguage[subs[i].rollout.Language]++
		}
		if err := os.RemoveAll(state); err != nil {
			return "", err
		}
	}
	saw := fmt.Sprintf("%d problems, %d programs in %d languages, %d cases, each cold and cached", len(dirs), programs, len(inLanguage), cases)
	if len(dirs) < 20 || len(inLanguage) != len(languages()) {
		errs = append(errs, fmt.Errorf("want at least 20 problems and %d languages, found %v", len(languages()), slices.Sorted(maps.Keys(inLanguage))))
	}
	return saw, errors.Join(errs...)
}

// scoreProblem weighs all programs of a problem and compares each verdict.
func (e *engine) scoreProblem(ctx context.Context, dir, run, state string, subs []submission) (*stream, error) {
	records := make([]any, len(subs))
	want := map[string]expectation{}
	for i := range subs {
		r := subs[i].rollout
		r.Run = run
		records[i] = r
		x, ok := expectations()[subs[i].folder]
		if !ok {
			return nil, fmt.Errorf("folder %s says nothing that can be expected", subs[i].folder)
		}
		want[r.ID] = x
	}
	rollouts, err := e.writeRecords(filepath.Join("problems", filepath.Base(dir)+"-"+run+".jsonl"), records...)
	if err != nil {
		return nil, err
	}
	s, err := e.scoreAll(ctx, "--from", "kattis", "--tasks", dir, "--rollouts", rollouts, "--state", state, "--early-exit")
	if err != nil {
		return nil, err
	}
	var errs []error
	if len(s.rewards) != len(subs) {
		errs = append(errs, fmt.Errorf("%d rewards for %d programs", len(s.rewards), len(subs)))
	}
	for i := range s.rewards {
		r := &s.rewards[i]
		x := want[r.Rollout]
		if r.Outcome != x.outcome || !slices.Contains(x.causes, r.Cause) {
			errs = append(errs, fmt.Errorf("%s: %s %s (%s), want %s %s", r.Rollout, r.Outcome, r.Cause, r.Reason, x.outcome, x.causes[0]))
		}
	}
	return s, errors.Join(errs...)
}

// otherRoot solves the square-root problem and prints the root that its answer
// files do not have.
const otherRoot = `import sys

tokens = iter(sys.stdin.read().split())
for _ in range(int(next(tokens))):
    a, p = int(next(tokens)), int(next(tokens))
    x = pow(a, (p + 1) // 4, p)
    print((p - x) % p if x * x % p == a else -1)
`

// twoRoots weighs a right program of the square-root problem, which prints
// another root than the answer files do, with the checker and by tokens.
func twoRoots(ctx context.Context, e *engine) (string, error) {
	const dir = "acceptance/problems/sqrtmod"
	var other submission
	other.folder = "accepted"
	other.rollout = steelyard.Rollout{ID: "accepted/other-root", Task: "sqrtmod"}
	other.rollout.Text, other.rollout.Language = steelyard.Text(otherRoot), "python"
	checked, err := e.scoreProblem(ctx, dir, "checker", filepath.Join(e.scratch, "two-roots"), []submission{other})
	if err != nil {
		return "", err
	}
	task := steelyard.Task{ID: "sqrtmod", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{}}
	inputs, err := filepath.Glob(filepath.Join(dir, "data", "secret", "*.in"))
	if err != nil {
		return "", err
	}
	for _, in := range inputs {
		input, err := os.ReadFile(in)
		if err != nil {
			return "", err
		}
		answer, err := os.ReadFile(strings.TrimSuffix(in, ".in") + ".ans")
		if err != nil {
			return "", err
		}
		// Where nothing has a root there is nothing to choose.
		if !slices.ContainsFunc(strings.Fields(string(answer)), func(x string) bool { return x != "-1" && x != "0" }) {
			continue
		}
		task.Suite.Checks = append(task.Suite.Checks, steelyard.Check{
			ID: strings.TrimSuffix(filepath.Base(in), ".in"), Case: &steelyard.Case{Input: steelyard.Bytes(input), Answer: steelyard.Bytes(answer)},
		})
	}
	tasks, err := e.writeRecords("two-roots-tasks.jsonl", task)
	if err != nil {
		return "", err
	}
	rollouts, err := e.writeRecords("two-roots-rollouts.jsonl", other.rollout)
	if err != nil {
		return "", err
	}
	tokens, err := e.scoreAll(ctx, "--tasks", tasks, "--rollouts", rollouts)
	if err != nil {
		return "", err
	}
	with, without := checked.rewards[0].Checks, tokens.rewards[0].Checks
	saw := fmt.Sprintf("checker %d of %d cases, token comparison %d of %d", with.Passed, with.Total, without.Passed, without.Total)
	if with.Total == 0 || with.Passed != with.Total || without.Total == 0 || without.Passed != 0 {
		return saw, errors.New("want all and none")
	}
	return saw, nil
}

// hostileGuesses are programs that treat the interactor of the guessing problem
// as it must not be treated, by what must come of them.
func hostileGuesses() map[string]struct {
	source string
	causes []string
} {
	type guess = struct {
		source string
		causes []string
	}
	return map[string]guess{
		"claims to be right":   {"print('correct', flush=True)\n", []string{steelyard.CauseWrongAnswer, steelyard.CausePartial}},
		"prints a verdict":     {"import sys\nprint('42', flush=True)\nsys.exit(42)\n", []string{steelyard.CauseWrongAnswer, steelyard.CauseRuntimeError}},
		"never says anything":  {"import time\ntime.sleep(1000)\n", []string{steelyard.CauseTimeout}},
		"never reads":          {"import sys\nwhile True:\n    sys.stdout.write('1\\n' * 4096)\n", []string{steelyard.CauseWrongAnswer, steelyard.CauseOutputLimit, steelyard.CauseTimeout, steelyard.CauseRuntimeError}},
		"crashes in between":   {"print(1, flush=True)\ninput()\nraise SystemExit(3)\n", []string{steelyard.CauseWrongAnswer, steelyard.CauseRuntimeError}},
		"ends in between":      {"print(1, flush=True)\ninput()\n", []string{steelyard.CauseWrongAnswer, steelyard.CausePartial}},
		"sends a huge number":  {"print('9' * 10**6, flush=True)\n", []string{steelyard.CauseWrongAnswer, steelyard.CauseOutputLimit, steelyard.CauseRuntimeError}},
		"sends no text at all": {"import sys\nsys.stdout.buffer.write(bytes(range(256)) * 64)\nsys.stdout.flush()\n", []string{steelyard.CauseWrongAnswer, steelyard.CauseRuntimeError}},
	}
}

// interactor weighs the hostile guesses, and an honest program after each.
func interactor(ctx context.Context, e *engine) (string, error) {
	const dir = "acceptance/problems/guess"
	honest, err := os.ReadFile(filepath.Join(dir, "submissions/accepted/solution.py"))
	if err != nil {
		return "", err
	}
	var records []any
	want := hostileGuesses()
	rollout := func(id, source string) {
		r := steelyard.Rollout{ID: id, Task: "guess"}
		r.Text, r.Language = steelyard.Text(source), "python"
		records = append(records, r)
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		rollout(name, want[name].source)
		rollout("honest after: "+name, string(honest)+"\n# after "+name+"\n")
	}
	rollouts, err := e.writeRecords("interactor.jsonl", records...)
	if err != nil {
		return "", err
	}
	s, err := e.scoreAll(ctx, "--from", "kattis", "--tasks", dir, "--rollouts", rollouts, "--early-exit")
	if err != nil {
		return "", err
	}
	var errs []error
	for i := range s.rewards {
		r := &s.rewards[i]
		x, hostile := want[r.Rollout]
		switch {
		case !hostile && r.Outcome != steelyard.Pass, hostile && (r.Outcome != steelyard.Fail || !slices.Contains(x.causes, r.Cause)):
			errs = append(errs, fmt.Errorf("%s: %s %s (%s)", r.Rollout, r.Outcome, r.Cause, r.Reason))
		}
	}
	if len(s.rewards) != len(records) {
		errs = append(errs, fmt.Errorf("%d rewards for %d programs", len(s.rewards), len(records)))
	}
	return fmt.Sprintf("%d hostile programs rejected, the honest one accepted after each", len(want)-min(len(errs), len(want))), errors.Join(errs...)
}
