package steelyard

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxIDBytes bounds ids: they end up in file names, keys and tables.
const maxIDBytes = 512

// problems collects what is wrong with one record.
type problems []*InputError

func (p *problems) add(field, remedy, format string, args ...any) {
	*p = append(*p, &InputError{Field: field, Problem: fmt.Sprintf(format, args...), Remedy: remedy})
}

// Validate returns every problem of the task that makes it unreadable as a task,
// each with the field and the remedy; none means that it is well formed. File and
// Line are the reader's to fill in. A task that says itself that it is Broken
// needs no more than an id: it is carried so that its rollouts are named.
//
// A well-formed task may still be impossible to weigh (see Unusable).
func (t *Task) Validate() []*InputError {
	var p problems
	p.id("id", t.ID)
	if t.Broken != "" {
		return p
	}
	p.kind(t)
	p.limits("limits", t.Limits)
	p.files("files", t.Files)
	p.files("suite.files", t.Suite.Files)
	p.checks(t)
	for i := range t.Gold {
		p.output(fmt.Sprintf("gold[%d].", i), &t.Gold[i])
		p.files(fmt.Sprintf("gold[%d].files", i), t.Gold[i].Files)
	}
	return p
}

// Unusable says why a well-formed task cannot be weighed, in the words Broken
// uses; it is empty for a task that can. Such a task is not an input error: its
// rollouts get outcome "invalid".
func (t *Task) Unusable() string {
	if t.Broken != "" {
		return t.Broken
	}
	if why := t.excessive(); why != "" {
		return why
	}
	if t.Kind == KindLiteral {
		return ""
	}
	if f := t.Function; f != nil && f.Oracle == OracleGold && len(t.Gold) == 0 {
		return "expected values are to come from the gold solution, and there is none; add gold"
	}
	if len(t.Suite.Checks) > 0 {
		return ""
	}
	switch {
	case t.Function != nil && strings.TrimSpace(t.Function.Test) != "":
		return ""
	case t.Function != nil:
		return "the task has no checks; add suite.checks or function.test"
	}
	return "the task has no checks; add suite.checks with a case each"
}

// Bounds on what a task may ask for.
const (
	// MaxOutput is the largest limit on the bytes kept of one stream. A few
	// processes with three streams each have to fit into memory at once.
	MaxOutput = 192 * MiB
	// maxWeight keeps the sum of a million weights finite.
	maxWeight = 1e100
)

// excessive says what the task asks for and cannot have anywhere.
func (t *Task) excessive() string {
	limits := map[string]Limits{"limits": t.Limits}
	if p := t.Program; p != nil {
		if p.Checker != nil {
			limits["program.checker.limits"] = p.Checker.Limits
		}
		if p.Interactor != nil {
			limits["program.interactor.limits"] = p.Interactor.Limits
		}
	}
	for _, field := range sortedKeys(limits) {
		if out := limits[field].Output; out > MaxOutput {
			return fmt.Sprintf("%s.output: %v is more than can be kept of a stream; state at most %v", field, out, Size(MaxOutput))
		}
	}
	for i := range t.Suite.Checks {
		if w := t.Suite.Checks[i].Weight; w > maxWeight {
			return fmt.Sprintf("suite.checks[%d].weight: %g is too large for the weights to be added up; use at most %g", i, w, maxWeight)
		}
	}
	return ""
}

// OracleGold is the value of FunctionSpec.Oracle that takes expected values from
// running the gold solution.
const OracleGold = "gold"

// Languages returns the names of the candidate languages of this version.
func Languages() []string {
	return []string{"python", "javascript", "c", "cpp", "go", "java", "rust"}
}

func (p *problems) id(field, id string) {
	switch {
	case id == "":
		p.add(field, "give every record a name of its own", "missing or empty")
	case len(id) > maxIDBytes:
		p.add(field, fmt.Sprintf("use at most %d bytes", maxIDBytes), "%d bytes long", len(id))
	case !utf8.ValidString(id) || strings.ContainsFunc(id, func(r rune) bool { return r < ' ' || r == 0x7f }):
		p.add(field, "use printable text", "%q holds control characters or invalid UTF-8", id)
	}
}

func (p *problems) kind(t *Task) {
	kinds := []string{KindFunction, KindProgram, KindLiteral}
	if t.Kind == "" {
		p.add("kind", oneOf(kinds), "missing")
		return
	}
	set := map[string]bool{KindFunction: t.Function != nil, KindProgram: t.Program != nil, KindLiteral: t.Literal != nil}
	if _, known := set[t.Kind]; !known {
		p.add("kind", DidYouMean(t.Kind, kinds), "unknown kind %q", t.Kind)
		return
	}
	for _, k := range kinds {
		switch {
		case k == t.Kind && !set[k]:
			p.add(k, fmt.Sprintf("add the object %q, or change kind", k), "missing in a task of kind %q", t.Kind)
		case k != t.Kind && set[k]:
			p.add(k, "remove it, or change kind", "given in a task of kind %q", t.Kind)
		}
	}
	switch {
	case t.Kind == KindFunction && t.Function != nil:
		p.function(t.Function)
	case t.Kind == KindProgram && t.Program != nil:
		p.program(t.Program)
	case t.Kind == KindLiteral && t.Literal != nil:
		p.literal(t.Literal)
	}
}

func (p *problems) function(f *FunctionSpec) {
	p.language("function.language", f.Language, false)
	if f.EntryPoint == "" {
		p.add("function.entry_point", "name the function that the checks call", "missing or empty")
	} else if !identifier(f.EntryPoint) {
		p.add("function.entry_point", "give the bare name, without class, arguments or dots", "%q is not an identifier", f.EntryPoint)
	}
	if f.Class != "" && !identifier(f.Class) {
		p.add("function.class", "give the bare name of the class", "%q is not an identifier", f.Class)
	}
	if f.Oracle != "" && f.Oracle != OracleGold {
		p.add("function.oracle", DidYouMean(f.Oracle, []string{OracleGold}), "unknown oracle %q", f.Oracle)
	}
	p.tolerance("function.abs", f.Abs)
	p.tolerance("function.rel", f.Rel)
}

func (p *problems) program(s *ProgramSpec) {
	modes := []string{
		CompareTokens, CompareLines, CompareExact, CompareFloats, CompareUnorderedLines,
		CompareSortedTokens, CompareYesNo, CompareCodeContests,
	}
	if m := s.Compare.Mode; m != "" && !slices.Contains(modes, m) {
		p.add("program.compare.mode", DidYouMean(m, modes), "unknown mode %q", m)
	}
	p.tolerance("program.compare.abs", s.Compare.Abs)
	p.tolerance("program.compare.rel", s.Compare.Rel)
	for i, l := range s.Languages {
		p.language(fmt.Sprintf("program.languages[%d]", i), l, false)
	}
	p.relative("program.input_file", s.InputFile)
	p.relative("program.output_file", s.OutputFile)
	p.judge("program.checker", s.Checker)
	p.judge("program.interactor", s.Interactor)
	if s.Interactor != nil && (s.InputFile != "" || s.OutputFile != "") {
		p.add("program.interactor", "remove input_file and output_file: an interactor talks over the standard streams", "given together with files")
	}
}

func (p *problems) judge(field string, j *Judge) {
	if j == nil {
		return
	}
	p.language(field+".language", j.Language, false)
	p.files(field+".files", j.Files)
	if _, ok := j.Files[j.Main]; !ok {
		p.add(field+".main", "name one of the judge's files", "%q is not among its files", j.Main)
	}
	contracts := []string{"testlib", "kattis"}
	if !slices.Contains(contracts, j.Contract) {
		p.add(field+".contract", DidYouMean(j.Contract, contracts), "unknown contract %q", j.Contract)
	}
	p.limits(field+".limits", j.Limits)
}

func (p *problems) literal(l *LiteralSpec) {
	p.language("literal.language", l.Language, false)
	if strings.TrimSpace(l.Code) == "" {
		p.add("literal.code", "give the code that defines the function", "missing or empty")
	}
	if modes := []string{"output", "input"}; !slices.Contains(modes, l.Predict) {
		p.add("literal.predict", DidYouMean(l.Predict, modes), "unknown value %q", l.Predict)
	}
}

func (p *problems) checks(t *Task) {
	seen := map[string]int{}
	roles := []string{string(RoleMustPass), string(RoleFailToPass), string(RolePassToPass), string(RoleCanary)}
	for i := range t.Suite.Checks {
		c := &t.Suite.Checks[i]
		field := fmt.Sprintf("suite.checks[%d]", i)
		if c.ID != "" {
			p.id(field+".id", c.ID)
			if first, ok := seen[c.ID]; ok {
				p.add(field+".id", "give every check of a task a name of its own", "%q is already the name of check %d", c.ID, first)
			}
			seen[c.ID] = i
		}
		if c.Role != "" && !slices.Contains(roles, string(c.Role)) {
			p.add(field+".role", DidYouMean(string(c.Role), roles), "unknown role %q", c.Role)
		}
		if c.Weight < 0 || math.IsNaN(c.Weight) || math.IsInf(c.Weight, 0) {
			p.add(field+".weight", "use a finite number above 0, or leave it out for 1", "%v", c.Weight)
		}
		p.check(field, c, t)
	}
}

func (p *problems) check(field string, c *Check, t *Task) {
	n := 0
	for _, set := range []bool{c.Assert != "", c.Call != nil, c.Case != nil} {
		if set {
			n++
		}
	}
	if n != 1 {
		p.add(field, "give exactly one of assert, call and case", "%d of them given", n)
		return
	}
	switch {
	case c.Case != nil && t.Kind == KindFunction:
		p.add(field+".case", "use assert or call, or kind \"program\"", "given in a task of kind %q", t.Kind)
	case c.Case == nil && t.Kind == KindProgram:
		p.add(field, "use case, or kind \"function\"", "a task of kind %q has checks with case only", t.Kind)
	case t.Kind == KindLiteral:
		p.add(field, "remove it: the literal is the check", "given in a task of kind %q", t.Kind)
	}
	if c.Call == nil {
		return
	}
	if len(c.Call.Args) > 0 && c.Call.Source != "" {
		p.add(field+".call", "give args (JSON) or source (a literal of the language)", "both given")
	}
	expected := len(c.Call.Expected) > 0
	switch {
	case expected && c.Call.ExpectedSource != "":
		p.add(field+".call", "give expected (JSON) or expected_source (a literal of the language)", "both given")
	case !expected && c.Call.ExpectedSource == "" && t.Function != nil && t.Function.Oracle != OracleGold:
		p.add(field+".call", `give expected or expected_source, or set function.oracle to "gold"`, "no expected value")
	}
}

func (p *problems) limits(field string, l Limits) {
	for _, x := range []struct {
		name string
		v    int64
	}{
		{"wall", int64(l.Wall)},
		{"cpu", int64(l.CPU)},
		{"memory", int64(l.Memory)},
		{"pids", int64(l.Pids)},
		{"output", int64(l.Output)},
		{"disk", int64(l.Disk)},
		{"open_files", int64(l.OpenFiles)},
	} {
		if x.v < 0 {
			p.add(field+"."+x.name, "use a value above 0, or leave it out for the default", "negative")
		}
	}
}

func (p *problems) files(field string, files map[string]Blob) {
	for _, name := range sortedKeys(files) {
		if name == "" {
			p.add(field, "name the file", "empty path")
			continue
		}
		p.relative(field, name)
	}
}

// relative accepts a clean relative path that stays below its folder.
func (p *problems) relative(field, name string) {
	if name == "" {
		return
	}
	if len(name) > 1024 || !utf8.ValidString(name) || strings.ContainsRune(name, 0) ||
		path.IsAbs(name) || path.Clean(name) != name || name == "." || name == ".." || strings.HasPrefix(name, "../") {
		p.add(field, "use a relative path without \".\", \"..\", NUL or doubled slashes", "path %q", name)
	}
}

func (p *problems) tolerance(field string, v float64) {
	if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		p.add(field, "use a finite number of at least 0", "%v", v)
	}
}

func (p *problems) language(field, name string, optional bool) {
	langs := Languages()
	switch {
	case name == "" && optional, slices.Contains(langs, name):
	case name == "":
		p.add(field, oneOf(langs), "missing")
	default:
		p.add(field, DidYouMean(name, langs), "unknown language %q", name)
	}
}

func (p *problems) output(prefix string, o *Output) {
	n := 0
	for _, set := range []bool{!o.Text.IsZero(), len(o.Files) > 0, !o.Patch.IsZero(), o.Layer != ""} {
		if set {
			n++
		}
	}
	if n > 1 {
		p.add(prefix+"output", "give exactly one of output, files, patch and layer", "%d of them given", n)
	}
	// The names of a rollout's files are a policy's words: graders judge them.
	p.language(prefix+"language", o.Language, true)
	if o.Layer != "" && !o.Layer.Valid() {
		p.add(prefix+"layer", "use sha256: and 64 lower-case hexadecimal digits", "malformed digest %q", string(o.Layer))
	}
}

// identifier accepts what the languages of this version call one: letters,
// digits, "_" and "$", not beginning with a digit.
func identifier(s string) bool {
	for i, r := range s {
		letter := r == '_' || r == '$' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0x7f && r != utf8.RuneError
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
