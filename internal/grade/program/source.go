package program

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/grade/answer"
)

// submission is a candidate's program, or why there is none.
type submission struct {
	lang  language
	files map[string]steelyard.Blob
	// sources are the files of the language, sorted; main is the one to run.
	sources []string
	main    string
	code    string // content of main
	// extracted is the code when it is not all of the answer.
	extracted string
	flags     []string
	// missing says why there is no program; empty when there is one.
	missing string
}

// read takes the candidate's program out of the rollout. The error is one of
// reading content, which says nothing of the candidate.
func read(in grade.Input) (submission, error) {
	out := &in.Rollout.Output
	switch {
	case len(out.Files) > 0:
		return readFiles(in)
	case !out.Text.IsZero():
		return readText(in)
	case !out.Patch.IsZero() || out.Layer != "":
		return submission{missing: "the answer is a patch or a layer; a program task takes a program"}, nil
	}
	return submission{missing: "the answer is empty"}, nil
}

// allowed returns the names of the languages of the task.
func allowed(task *steelyard.Task) []string {
	if len(task.Program.Languages) > 0 {
		return task.Program.Languages
	}
	return steelyard.Languages()
}

func readText(in grade.Input) (submission, error) {
	b, err := in.Read(in.Rollout.Text)
	if err != nil {
		return submission{}, fmt.Errorf("read the answer: %w", err)
	}
	may := allowed(in.Task)
	stated := answer.Language(in.Rollout.Language)
	// A fence counts when its tag names a language of the task; only when no
	// fence does, one without a tag does. So a sample of the output or a command
	// line behind the program is not taken for it.
	a, err := answer.Extract(string(b), answer.Options{Defines: func(_, tag string) bool {
		return slices.Contains(may, tag) && (stated == "" || tag == stated)
	}})
	if err == nil && a.Fenced && !slices.Contains(may, a.Language) {
		a, err = answer.Extract(string(b), answer.Options{Defines: func(_, tag string) bool { return tag == "" }})
	}
	s := submission{flags: a.Flags}
	if a.Partial {
		s.extracted = a.Code
	}
	switch {
	case errors.Is(err, answer.ErrTruncated), errors.Is(err, answer.ErrEmpty):
		s.missing = err.Error()
		return s, nil
	case err != nil:
		return s, err
	}
	name := stated
	if name == "" && slices.Contains(may, a.Language) {
		name = a.Language
	}
	if name == "" && len(in.Task.Program.Languages) == 1 {
		name = in.Task.Program.Languages[0]
	}
	if s.lang, s.missing = pick(name, may); s.missing != "" {
		return s, nil
	}
	s.main, s.code = s.lang.source(a.Code), a.Code
	s.sources = []string{s.main}
	s.files = map[string]steelyard.Blob{s.main: steelyard.Text(a.Code)}
	return s, nil
}

func readFiles(in grade.Input) (submission, error) {
	files := in.Rollout.Files
	may := allowed(in.Task)
	name := answer.Language(in.Rollout.Language)
	names := slices.Sorted(maps.Keys(files))
	besides := slices.Collect(maps.Keys(in.Task.Files))
	if f := in.Task.Program.InputFile; f != "" {
		besides = append(besides, f)
	}
	if why := answer.Files(files, besides...); why != "" {
		return submission{missing: why}, nil
	}
	for _, f := range names {
		if l, ok := byExtension(f); ok && name == "" && slices.Contains(may, l.name) {
			name = l.name
		}
	}
	if name == "" && len(in.Task.Program.Languages) == 1 {
		name = in.Task.Program.Languages[0]
	}
	var s submission
	if s.lang, s.missing = pick(name, may); s.missing != "" {
		return s, nil
	}
	for _, f := range names {
		if slices.Contains(s.lang.extensions, path.Ext(f)) {
			s.sources = append(s.sources, f)
		}
	}
	if len(s.sources) == 0 && len(names) == 1 {
		s.sources = names
	}
	if len(s.sources) == 0 {
		s.missing = "no file of the answer is " + s.lang.name
		return s, nil
	}
	s.main = s.sources[0]
	for _, f := range s.sources {
		stem := strings.TrimSuffix(path.Base(f), path.Ext(f))
		if strings.EqualFold(stem, "main") {
			s.main = f
			break
		}
		if strings.EqualFold(stem, "solution") {
			s.main = f
		}
	}
	if s.lang.name == "java" {
		// javac takes all sources; the one to start is the one with a main method.
		for _, f := range s.sources {
			b, err := in.Read(files[f])
			if err != nil {
				return s, fmt.Errorf("read %s: %w", f, err)
			}
			if hasJavaMain(string(b)) {
				s.main = f
				break
			}
		}
	}
	b, err := in.Read(files[s.main])
	if err != nil {
		return s, fmt.Errorf("read %s: %w", s.main, err)
	}
	s.code, s.files = string(b), files
	return s, nil
}

func pick(name string, may []string) (language, string) {
	l, ok := lookup(name)
	switch {
	case name == "":
		return l, "the language of the answer is not known; give language, or tag its fence"
	case !ok:
		return l, fmt.Sprintf("language %q is not known; use one of %s", name, strings.Join(steelyard.Languages(), ", "))
	case !slices.Contains(may, name):
		return l, fmt.Sprintf("language %s is not one of the task's: %s", name, strings.Join(may, ", "))
	}
	return l, ""
}
