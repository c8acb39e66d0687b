package format

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"steelyard"
	"steelyard/internal/compare"
)

// validation sets how outputs are judged. It returns why the problem cannot be
// weighed, or "".
func (p *problem) validation(t *steelyard.Task, y *problemYAML) string {
	mode := strings.Fields(y.Validation)
	interactive := slices.Contains(mode, "interactive")
	var types []string
	if y.Type.Kind == yaml.ScalarNode {
		types = strings.Fields(y.Type.Value)
	}
	for _, c := range y.Type.Content {
		types = append(types, c.Value)
	}
	interactive = interactive || slices.Contains(types, "interactive")
	if slices.Contains(types, "multi-pass") {
		return "multi-pass problems are not supported"
	}
	flags := p.validatorFlags(y.Flags)
	judge, why := p.validator()
	if why != "" {
		return why
	}
	if y.Steelyard.Compare == steelyard.CompareUnorderedLines && !interactive {
		t.Program.Compare = steelyard.Comparison{Mode: steelyard.CompareUnorderedLines}
		return ""
	}
	custom := interactive || len(mode) > 0 && mode[0] == "custom" || len(mode) == 0 && judge != nil
	switch {
	case !custom:
		c, err := compare.KattisFlags(flags)
		if err != nil {
			if e, ok := errors.AsType[*steelyard.InputError](err); ok {
				return "validator_flags: " + e.Problem
			}
			return err.Error()
		}
		t.Program.Compare = c
		return ""
	case judge == nil:
		return "validation is custom and there is no output validator"
	}
	judge.Args = strings.Fields(flags)
	if v := y.Limits.ValidationTime; v > 0 && v <= 3600 {
		judge.Limits.CPU, judge.Limits.Wall = seconds(v), seconds(2*v+5)
	}
	if interactive {
		t.Program.Interactor = judge
	} else {
		if y.Steelyard.CheckerContract == "testlib" {
			judge.Contract = "testlib"
		}
		t.Program.Checker = judge
	}
	return ""
}

// validatorFlags returns the flags of problem.yaml, or those of the test data's
// own settings where they are given for all of it.
func (p *problem) validatorFlags(flags string) string {
	for _, name := range []string{"data/testdata.yaml", "data/secret/testdata.yaml", "data/test_group.yaml", "data/secret/test_group.yaml"} {
		raw, err := p.read(name)
		if err != nil {
			continue
		}
		var y struct {
			Flags string    `yaml:"output_validator_flags"`
			Args  yaml.Node `yaml:"output_validator_args"`
		}
		if err := guarded(func() error { return yaml.Unmarshal(raw, &y) }); err != nil {
			continue
		}
		if y.Flags != "" {
			flags = y.Flags
		}
		if len(y.Args.Content) > 0 {
			var words []string
			for _, c := range y.Args.Content {
				words = append(words, c.Value)
			}
			flags = strings.Join(words, " ")
		}
	}
	return flags
}

// validator reads the output validator: a file, or a folder of sources. It
// returns nil when there is none.
func (p *problem) validator() (*steelyard.Judge, string) {
	for _, dir := range []string{"output_validators", "output_validator"} {
		root := path.Join(p.dir, dir)
		entries, err := fs.ReadDir(p.src.Dir, root)
		if err != nil {
			continue
		}
		files := map[string]steelyard.Blob{}
		folders := 0
		for _, e := range entries {
			if e.IsDir() {
				folders++
				if files, err = p.sources(path.Join(root, e.Name())); err != nil {
					return nil, fmt.Sprintf("the output validator cannot be read: %v", err)
				}
			}
		}
		if folders > 1 {
			return nil, "several output validators are not supported"
		}
		if folders == 0 {
			if files, err = p.sources(root); err != nil {
				return nil, fmt.Sprintf("the output validator cannot be read: %v", err)
			}
		}
		if len(files) == 0 {
			continue
		}
		main := mainSource(files)
		if main == "" {
			return nil, "the output validator is in no known language, or it is unclear which of its files is the main one"
		}
		return &steelyard.Judge{Language: languageOf(main), Files: files, Main: main, Contract: "kattis"}, ""
	}
	return nil, ""
}

// mainSource returns the file to compile or run: the only source, or the one with
// a customary name. A build script means that neither would do.
func mainSource(files map[string]steelyard.Blob) string {
	var sources []string
	for name := range files {
		if name == "build" || name == "run" {
			return ""
		}
		if languageOf(name) != "" {
			sources = append(sources, name)
		}
	}
	slices.Sort(sources)
	if len(sources) == 1 {
		return sources[0]
	}
	for _, stem := range []string{"main", "Main", "validate", "validator", "__main__"} {
		for _, s := range sources {
			if strings.TrimSuffix(path.Base(s), path.Ext(s)) == stem {
				return s
			}
		}
	}
	return ""
}

// mainLanguage returns the language of a folder of sources, "" when there is
// none or more than one.
func mainLanguage(files map[string]steelyard.Blob) string {
	lang := ""
	for name := range files {
		l := languageOf(name)
		if l != "" && lang != "" && l != lang {
			return ""
		}
		if l != "" {
			lang = l
		}
	}
	return lang
}

// languageOf returns the language that a file name says, or "".
func languageOf(name string) string {
	switch path.Ext(name) {
	case ".py", ".py3":
		return "python"
	case ".js", ".mjs", ".cjs":
		return "javascript"
	case ".c":
		return "c"
	case ".cc", ".cpp", ".cxx", ".c++":
		return "cpp"
	case ".go":
		return "go"
	case ".java":
		return "java"
	case ".rs":
		return "rust"
	}
	return ""
}
