package format

import (
	"io/fs"
	"iter"
	"net/url"
	"path"
	"strings"

	"steelyard"
)

const dirName = "dir"

// directory is a rollout a file: <task id>/<n>.py, or <task id>.py with the
// slashes of the id written as %2F or _.
type directory struct{}

func (directory) Name() string { return dirName }
func (directory) Holds() Holds { return HoldsRollouts }
func (directory) Doc() string {
	return "a directory of rollouts, one a file: <task id>/<n>.py, or <task id>.py with / written as %2F or _"
}

// Decode yields the files in the order of their paths. The first path element
// that begins with a dot ends a file's claim to be a rollout.
func (directory) Decode(src Source, opt Options) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		if src.Dir == nil {
			yield(Item{File: src.Name}, &steelyard.InputError{File: src.Name, Problem: "is not a directory", Remedy: "give the directory with the rollouts"})
			return
		}
		next := map[string]int{}
		err := fs.WalkDir(src.Dir, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if strings.HasPrefix(d.Name(), ".") && name != "." {
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if d.IsDir() {
				return nil
			}
			it := Item{File: joinPath(src.Name, name)}
			b, err := readFile(src, name, opt.maxLine())
			if err != nil {
				err = &recordError{err}
			} else {
				task, id := fileIDs(name, opt.Known)
				it.Rollout = &steelyard.Rollout{
					ID: id, Task: task, Index: next[task],
					Output: steelyard.Output{Text: steelyard.Bytes(b), Language: languageOf(name)},
				}
				next[task]++
			}
			if !yield(it, err) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Item{File: src.Name}, &steelyard.InputError{File: src.Name, Problem: "cannot be listed", Err: err, Remedy: "check its permissions"})
		}
	}
}

// fileIDs returns the task and rollout that a path names. known, where given,
// decides between the ways an id can be written.
func fileIDs(name string, known func(string) bool) (task, id string) {
	stem := strings.TrimSuffix(name, path.Ext(name))
	if languageOf(name) == "" && path.Ext(name) != ".txt" {
		stem = name
	}
	type reading struct{ task, id string }
	var readings []reading
	if dir := path.Dir(stem); dir != "." {
		readings = append(readings, reading{dir, path.Base(stem)})
	}
	readings = append(readings, reading{stem, "0"})
	for _, r := range readings {
		for _, task := range spellings(r.task) {
			if known != nil && known(task) {
				return task, r.id
			}
		}
	}
	first := readings[0]
	return spellings(first.task)[0], first.id
}

// spellings returns the ids that a path may stand for, likeliest first.
func spellings(name string) []string {
	var out []string
	if un, err := url.PathUnescape(name); err == nil {
		out = append(out, un)
	} else {
		out = append(out, name)
	}
	for i, c := range name {
		if c == '_' {
			out = append(out, name[:i]+"/"+name[i+1:])
		}
	}
	return append(out, strings.ReplaceAll(name, "_", "/"))
}
