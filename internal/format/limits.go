package format

import (
	"fmt"
	"slices"
	"time"

	"steelyard"
)

// DefaultLimits is one row of the table that `steelyard help limits` prints.
type DefaultLimits struct {
	// Format is the format's name, and Kind the kind of task; an empty Kind is
	// all kinds of the format.
	Format string
	Kind   string
	Limits steelyard.Limits
	// Per says what one limit covers: "candidate" (all checks together) or
	// "case".
	Per string
	// Reason says where the numbers come from.
	Reason string
}

func seconds(s float64) steelyard.Duration {
	return steelyard.Duration(s * float64(time.Second))
}

// Limits returns the default limits of every format. A limit that a task states
// comes first. CPU time is what decides, because load does not stretch it; the
// wall limit is for programs that wait.
func Limits() []DefaultLimits {
	const (
		function = steelyard.KindFunction
		program  = steelyard.KindProgram
		literal  = steelyard.KindLiteral
	)
	l := func(wall, cpu float64, output steelyard.Size) steelyard.Limits {
		return steelyard.Limits{Wall: seconds(wall), CPU: seconds(cpu), Output: output, Disk: 64 * steelyard.MiB, OpenFiles: 256}
	}
	return []DefaultLimits{
		{nativeName, function, l(20, 10, steelyard.MiB), "candidate", "room for compiled languages' start-up; state limits of your own"},
		{nativeName, program, l(20, 10, 16*steelyard.MiB), "case", "as most judges' slowest problems; state limits of your own"},
		{nativeName, literal, l(10, 3, steelyard.MiB), "candidate", "nothing but a literal is evaluated"},
		{humanEvalName, function, l(12, 3, steelyard.MiB), "candidate", "the reference's 3 s, counted in CPU time: its wall time rejects right programs on a loaded machine; golds use up to 0.2 s"},
		{"humaneval-x", function, l(20, 10, steelyard.MiB), "candidate", "as humaneval, with room for the Java virtual machine; compiling has limits of its own"},
		{evalPlusName, function, l(60, 20, 4*steelyard.MiB), "candidate", "about a thousand inputs a task; the reference allows each 1 s or 4 times the gold's time"},
		{mbppName, function, l(20, 5, steelyard.MiB), "candidate", "golds use under 0.1 s, but for task 123 (2 to 11 s): 30 s of CPU and 60 s of wall time"},
		{mbppSanitizedName, function, l(20, 5, steelyard.MiB), "candidate", "as mbpp"},
		{cruxEvalName, literal, l(12, 3, steelyard.MiB), "candidate", "the reference's 3 s, counted in CPU time"},
		{cruxEvalInputName, literal, l(12, 3, steelyard.MiB), "candidate", "the reference's 3 s, counted in CPU time; the predicted call is run"},
		{appsName, program, l(13, 4, 16*steelyard.MiB), "case", "the reference's 4 s a test, counted in CPU time"},
		{appsName, function, l(40, 20, 4*steelyard.MiB), "candidate", "the reference allows 4 s a test; all tests share one process"},
		{tacoName, program, l(13, 4, 16*steelyard.MiB), "case", "a problem's own time_limit (wall: twice that and 5 s) and memory_limit come first; else as apps"},
		{tacoName, function, l(40, 20, 4*steelyard.MiB), "candidate", "as apps"},
		{liveCodeBenchName, program, l(17, 6, 16*steelyard.MiB), "case", "the reference's 6 s a test, counted in CPU time"},
		{liveCodeBenchName, function, l(60, 30, 4*steelyard.MiB), "candidate", "the reference allows 6 s a test; all tests share one process"},
		{codeContestsName, program, l(15, 5, 16*steelyard.MiB), "case", "a problem's own time_limit (wall: twice that and 5 s) and memory_limit_bytes come first"},
		{kattisName, program, l(25, 10, 8*steelyard.MiB), "case", ".timelimit, limits.time_limit or DOMjudge's timelimit come first (wall: twice that and 5 s); memory and output from limits"},
	}
}

// LimitsOf returns the default limits of a task of the format and kind.
func LimitsOf(format, kind string) steelyard.Limits {
	rows := Limits()
	i := slices.IndexFunc(rows, func(d DefaultLimits) bool {
		return d.Format == format && (d.Kind == kind || d.Kind == "")
	})
	if i < 0 {
		i = slices.IndexFunc(rows, func(d DefaultLimits) bool { return d.Format == nativeName && d.Kind == kind })
	}
	if i < 0 {
		return rows[0].Limits
	}
	return rows[i].Limits
}

// fitOutput makes room for the expected outputs of a program: a right answer must
// not be cut for being long. A limit that the task states itself is the task's
// word; one that no right answer fits into breaks the task.
func fitOutput(t *steelyard.Task, stated bool) {
	if t.Program == nil {
		return
	}
	const slack = 64 * steelyard.KiB
	// What a checker accepts and what an interactor hears need not be as long as
	// the answer they are given.
	compared := t.Program.Checker == nil && t.Program.Interactor == nil && t.Program.OutputFile == ""
	for i := range t.Suite.Checks {
		c := t.Suite.Checks[i].Case
		if c == nil {
			continue
		}
		shortest, longest := c.Answer.Size, c.Answer.Size
		for _, o := range c.Others {
			shortest, longest = min(shortest, o.Size), max(longest, o.Size)
		}
		if !stated {
			t.Limits.Output = max(t.Limits.Output, min(2*steelyard.Size(longest)+slack, steelyard.MaxOutput))
		}
		if compared && steelyard.Size(shortest) > t.Limits.Output && t.Broken == "" {
			t.Broken = fmt.Sprintf("limits.output: the expected output of check %s has %d bytes, more than the limit of %v; raise the limit, at most to %v",
				checkName(t, i), shortest, t.Limits.Output, steelyard.Size(steelyard.MaxOutput))
		}
	}
}

func checkName(t *steelyard.Task, i int) string {
	if id := t.Suite.Checks[i].ID; id != "" {
		return id
	}
	return fmt.Sprint(i + 1)
}
