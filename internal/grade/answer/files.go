package answer

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"steelyard"
)

// Bounds of an answer of several files: what file systems and sandboxes take.
const (
	maxFiles = 10000
	maxPath  = 1024
	maxName  = 255
	maxDepth = 60
)

// Files says why the files of an answer cannot lie in one working folder, with
// the files of the given names that are put there besides; it is empty when they
// can. Names are a policy's words: bad ones make no answer, and are no fault of
// the task or the sandbox.
func Files(files map[string]steelyard.Blob, besides ...string) string {
	if len(files) > maxFiles {
		return fmt.Sprintf("the answer has %d files, at most %d are taken", len(files), maxFiles)
	}
	names := slices.Sorted(maps.Keys(files))
	all := make(map[string]bool, len(names)+len(besides))
	for _, name := range besides {
		all[name] = true
	}
	for _, name := range names {
		if why := badName(name); why != "" {
			return fmt.Sprintf("the answer's file name %.100q %s", name, why)
		}
		all[name] = true
	}
	for name := range all {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if all[dir] {
				return fmt.Sprintf("the answer's files %.100q and %.100q cannot both exist", dir, name)
			}
		}
	}
	return ""
}

func badName(name string) string {
	switch {
	case name == "" || path.IsAbs(name) || path.Clean(name) != name || name == "." || name == ".." || strings.HasPrefix(name, "../"):
		return "leaves the working folder"
	case len(name) > maxPath:
		return "is too long"
	case !utf8.ValidString(name) || strings.ContainsRune(name, 0):
		return "is not text"
	}
	parts := strings.Split(name, "/")
	if len(parts) > maxDepth {
		return "is nested too deeply"
	}
	for _, p := range parts {
		if len(p) > maxName {
			return "is too long"
		}
	}
	return ""
}

// Unput reports whether a process was not started because its files, of which
// the answer is the part that differs between rollouts, could not be put into
// its working folder.
func Unput(p *steelyard.ProcOutcome) bool {
	return p != nil && p.End == steelyard.EndNoStart && strings.HasPrefix(p.Note, "put ")
}
