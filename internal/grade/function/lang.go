package function

import (
	"steelyard"
	"steelyard/internal/grade"
)

// language weighs the function tasks of one programming language. The grader
// chooses one by FunctionSpec.Language; everything that differs between
// languages is behind this interface.
type language interface {
	// inspect says, from the task alone, how it will be weighed. The mode does
	// not depend on any candidate.
	inspect(task *steelyard.Task) (grade.Inspection, error)
	// next returns the steps that are still missing; none means done.
	next(in grade.Input, seen []steelyard.Observation) ([]steelyard.Step, error)
	// verdict is total: it also judges an incomplete list of observations.
	verdict(in grade.Input, seen []steelyard.Observation) (steelyard.Verdict, error)
}
