package function

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"steelyard"
)

func TestWarmImports(t *testing.T) {
	t.Parallel()
	for code, want := range map[string][]string{
		"import numpy as np\n":                {"numpy"},
		"def f():\n    import numpy\n":        {"numpy"},
		"from pandas import DataFrame\n":      {"pandas"},
		"import os, numpy\n":                  {"numpy"},
		"import numpy.linalg\nimport pandas ": {"numpy", "pandas"},
		"import numpyro\n":                    nil,
		"x = 'numpy'\n":                       nil,
		"# import later: numpy\n":             nil,
		"import math\n":                       nil,
	} {
		if diff := cmp.Diff(want, warmImports(&steelyard.Task{}, code)); diff != "" {
			t.Errorf("%q: %s", code, diff)
		}
	}
	task := &steelyard.Task{Env: steelyard.EnvRef{Imports: []string{"numpy"}}}
	if diff := cmp.Diff([]string{"numpy"}, warmImports(task, "import numpy\n")); diff != "" {
		t.Error(diff)
	}
}
