package format

import (
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
		{humanEvalName, function, l(12, 6, steelyard.MiB), "candidate", "the reference harness allows 3 s of wall time, which a loaded machine exceeds; golds use under 1 s of CPU"},
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
