package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"steelyard"
)

const kattisName = "kattis"

// kattis is a problem directory of the Kattis/ICPC problem package format, or a
// directory of them. The problem is a task, its submissions are rollouts.
type kattis struct{}

func (kattis) Name() string { return kattisName }
func (kattis) Holds() Holds { return HoldsTasks | HoldsRollouts }
func (kattis) Doc() string {
	return "Kattis/ICPC problem directory: problem.yaml, data/{sample,secret}, output_validators, submissions (also as rollouts)"
}

// Decode yields the task of every problem and then its submissions.
func (kattis) Decode(src Source, opt Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		problems, err := kattisProblems(src)
		if err != nil {
			yield(Item{File: src.Name}, err)
			return
		}
		for _, dir := range problems {
			p := problem{src: src, dir: dir, opt: opt}
			if opt.Only == 0 || opt.Only&HoldsTasks != 0 {
				t, err := p.task()
				it := Item{Task: t, File: joinPath(src.Name, dir)}
				if err != nil {
					it.Task, err = nil, &recordError{err}
				} else {
					complete(t, kattisName)
				}
				if !yield(it, err) {
					return
				}
			}
			if opt.Only != 0 && opt.Only&HoldsRollouts == 0 {
				continue
			}
			for _, s := range p.submissions() {
				it := Item{Rollout: s.rollout(p.id()), File: joinPath(src.Name, s.path)}
				var err error
				if s.err != nil {
					it.Rollout, err = nil, &recordError{s.err}
				}
				if !yield(it, err) {
					return
				}
			}
		}
	}
}

// kattisProblems returns the folders with a problem.yaml: the root or the ones
// directly below it.
func kattisProblems(src Source) ([]string, error) {
	if src.Dir == nil {
		return nil, &steelyard.InputError{File: src.Name, Problem: "is not a directory", Remedy: "give the problem's directory, the one with problem.yaml"}
	}
	if exists(src.Dir, "problem.yaml") {
		return []string{"."}, nil
	}
	entries, err := fs.ReadDir(src.Dir, ".")
	if err != nil {
		return nil, &steelyard.InputError{File: src.Name, Problem: "cannot be listed", Err: err, Remedy: "check its permissions"}
	}
	var out []string
	for _, e := range entries {
		if exists(src.Dir, path.Join(e.Name(), "problem.yaml")) {
			out = append(out, e.Name())
		}
	}
	if len(out) == 0 {
		return nil, &steelyard.InputError{File: src.Name, Problem: "has no problem.yaml, nor has a folder in it", Remedy: "give the problem's directory"}
	}
	return out, nil
}

func exists(dir fs.FS, name string) bool {
	_, err := fs.Stat(dir, name)
	return err == nil
}

// problem reads one problem directory.
type problem struct {
	src Source
	dir string
	opt Options
}

func (p *problem) id() string {
	if p.dir == "." {
		return p.src.base()
	}
	return p.dir
}

func (p *problem) read(name string) ([]byte, error) {
	return readFile(p.src, path.Join(p.dir, name), p.opt.maxLine())
}

// problemYAML is what this version reads of problem.yaml, in the legacy format
// and in 2023-07.
type problemYAML struct {
	Validation string    `yaml:"validation"`
	Flags      string    `yaml:"validator_flags"`
	Type       yaml.Node `yaml:"type"`
	Languages  yaml.Node `yaml:"languages"`
	Limits     struct {
		TimeLimit      float64 `yaml:"time_limit"`
		Memory         float64 `yaml:"memory"`
		Output         float64 `yaml:"output"`
		ValidationTime float64 `yaml:"validation_time"`
	} `yaml:"limits"`
	// Steelyard holds what the package format cannot say; other readers ignore it.
	Steelyard struct {
		// CheckerContract is "testlib" when the output validator is to be called
		// as "check input output answer".
		CheckerContract string `yaml:"checker_contract"`
		// Compare is the comparison that stands for the output validator.
		Compare string `yaml:"compare"`
	} `yaml:"steelyard"`
}

func (p *problem) task() (*steelyard.Task, error) {
	raw, err := p.read("problem.yaml")
	if err != nil {
		return nil, err
	}
	var y problemYAML
	if err := guarded(func() error { return yaml.Unmarshal(raw, &y) }); err != nil {
		return nil, &steelyard.InputError{File: joinPath(p.src.Name, path.Join(p.dir, "problem.yaml")), Problem: "broken YAML", Err: err, Remedy: "see the problem package format, problem.yaml"}
	}
	t := &steelyard.Task{ID: p.id(), Kind: steelyard.KindProgram, Prompt: p.statement(), Program: &steelyard.ProgramSpec{}}
	t.Limits = p.limits(&y)
	t.Program.Languages = kattisLanguages(&y.Languages)
	if err := p.cases(t); err != nil {
		return nil, err
	}
	for _, s := range p.submissions() {
		if s.kind == "accepted" && s.err == nil {
			t.Gold = append(t.Gold, s.output)
		}
	}
	if why := p.validation(t, &y); why != "" {
		t.Broken = why
	}
	return t, nil
}

// statement returns the problem statement if it is a text.
func (p *problem) statement() string {
	for _, dir := range []string{"problem_statement", "statement"} {
		for _, name := range []string{"problem.en.md", "problem.md", "problem.en.tex", "problem.tex"} {
			if b, err := p.read(dir + "/" + name); err == nil {
				return string(b)
			}
		}
	}
	return ""
}

// limits reads the time limit from .timelimit (seconds), problem.yaml or DOMjudge's
// ini, in this order.
func (p *problem) limits(y *problemYAML) steelyard.Limits {
	var l steelyard.Limits
	sec := y.Limits.TimeLimit
	if b, err := p.read("domjudge-problem.ini"); err == nil && sec == 0 {
		for line := range strings.Lines(string(b)) {
			key, value, _ := strings.Cut(line, "=")
			if strings.TrimSpace(key) == "timelimit" {
				sec, _ = strconv.ParseFloat(strings.Trim(strings.TrimSpace(value), `'"`), 64)
			}
		}
	}
	if b, err := p.read(".timelimit"); err == nil {
		if v, err := strconv.ParseFloat(strings.TrimSpace(string(b)), 64); err == nil {
			sec = v
		}
	}
	if sec > 0 && sec <= 3600 {
		l.CPU, l.Wall = seconds(sec), seconds(2*sec+5)
	}
	if m := y.Limits.Memory; m > 0 && m <= 1<<20 {
		l.Memory = steelyard.Size(m * float64(steelyard.MiB))
	}
	if o := y.Limits.Output; o > 0 && o <= 1<<14 {
		l.Output = steelyard.Size(o * float64(steelyard.MiB))
	}
	return l
}

// kattisLanguages returns the languages of ours that the problem allows; none
// for all.
func kattisLanguages(n *yaml.Node) []string {
	var words []string
	if n.Kind == yaml.ScalarNode {
		words = strings.Fields(n.Value)
	}
	for _, c := range n.Content {
		if n.Kind == yaml.SequenceNode {
			words = append(words, c.Value)
		}
	}
	var out []string
	for _, w := range words {
		if w == "python3" || w == "pypy3" {
			w = "python"
		}
		if w == "all" {
			return nil
		}
		if slices.Contains(steelyard.Languages(), w) && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// cases reads data/sample and data/secret; test groups are folders.
func (p *problem) cases(t *steelyard.Task) error {
	for _, part := range []string{"sample", "secret"} {
		root := path.Join(p.dir, "data", part)
		if !exists(p.src.Dir, root) {
			continue
		}
		err := fs.WalkDir(p.src.Dir, root, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return &steelyard.InputError{File: joinPath(p.src.Name, name), Problem: "cannot be listed", Err: err, Remedy: "check its permissions"}
			}
			stem, isIn := strings.CutSuffix(name, ".in")
			if d.IsDir() || !isIn {
				return nil
			}
			in, err := readFile(p.src, name, p.opt.maxLine())
			if err != nil {
				return err
			}
			ans, err := readFile(p.src, stem+".ans", p.opt.maxLine())
			if errors.Is(err, fs.ErrNotExist) {
				t.Broken = strings.TrimPrefix(stem, path.Join(p.dir, "data")+"/") + ".in has no .ans beside it"
				return nil
			}
			if err != nil {
				return err
			}
			t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{
				ID:     part + strings.TrimPrefix(stem, root),
				Case:   &steelyard.Case{Input: steelyard.Bytes(in), Answer: steelyard.Bytes(ans)},
				Public: part == "sample",
			})
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// submission is one of the problem's own solutions.
type submission struct {
	kind, path string
	output     steelyard.Output
	err        error
}

// expectedVerdicts maps a folder of submissions to the verdict its programs must get.
func expectedVerdicts() map[string][2]string {
	fail := string(steelyard.Fail)
	return map[string][2]string{
		"accepted":            {string(steelyard.Pass), ""},
		"wrong_answer":        {fail, steelyard.CauseWrongAnswer},
		"time_limit_exceeded": {fail, steelyard.CauseTimeout},
		"run_time_error":      {fail, steelyard.CauseRuntimeError},
		"rejected":            {fail, ""},
	}
}

func (s *submission) rollout(task string) *steelyard.Rollout {
	want := expectedVerdicts()[s.kind]
	expected := map[string]string{"outcome": want[0]}
	if want[1] != "" {
		expected["cause"] = want[1]
	}
	meta, err := json.Marshal(map[string]any{"expected": expected})
	if err != nil {
		meta = nil
	}
	return &steelyard.Rollout{ID: s.kind + "/" + path.Base(s.path), Task: task, Policy: s.kind, Output: s.output, Meta: meta}
}

// submissions returns the programs of every known folder; a folder of files is
// one program.
func (p *problem) submissions() []submission {
	var out []submission
	for _, kind := range []string{"accepted", "wrong_answer", "time_limit_exceeded", "run_time_error", "rejected"} {
		dir := path.Join(p.dir, "submissions", kind)
		entries, err := fs.ReadDir(p.src.Dir, dir)
		if err != nil {
			continue
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			s := submission{kind: kind, path: name}
			if e.IsDir() {
				s.output.Files, s.err = p.sources(name)
				s.output.Language = mainLanguage(s.output.Files)
			} else {
				var b []byte
				lang := languageOf(e.Name())
				if lang == "" {
					continue // a note, or a language this version does not run
				}
				b, s.err = readFile(p.src, name, p.opt.maxLine())
				if python2(lang, b) {
					continue
				}
				s.output = steelyard.Output{Text: steelyard.Bytes(b), Language: lang}
			}
			if s.err == nil && s.output.Language == "" {
				continue
			}
			out = append(out, s)
		}
	}
	return out
}

// python2 reports whether a program asks for Python 2, as the package format has
// it: in its first line.
func python2(lang string, source []byte) bool {
	first, _, _ := bytes.Cut(source, []byte{'\n'})
	return lang == "python" && bytes.HasPrefix(first, []byte("#!")) && bytes.Contains(first, []byte("python2"))
}

// sources reads the files directly in and below a folder.
func (p *problem) sources(dir string) (map[string]steelyard.Blob, error) {
	files := map[string]steelyard.Blob{}
	err := fs.WalkDir(p.src.Dir, dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := readFile(p.src, name, p.opt.maxLine())
		if err != nil {
			return err
		}
		files[strings.TrimPrefix(name, dir+"/")] = steelyard.Bytes(b)
		return nil
	})
	return files, err
}
