package format

import (
	"slices"

	"steelyard"
)

// GoldID and NullID are the ids of the rollouts that --gold and --null weigh.
const (
	GoldID = "gold"
	NullID = "null"
)

// Gold returns the task's first reference solution as a rollout; false when the
// task has none.
func Gold(t *steelyard.Task) (steelyard.Rollout, bool) {
	if len(t.Gold) == 0 {
		return steelyard.Rollout{}, false
	}
	return steelyard.Rollout{ID: GoldID, Task: t.ID, Policy: GoldID, Output: t.Gold[0]}, true
}

// NullRollout returns a do-nothing candidate as a rollout.
func NullRollout(t *steelyard.Task) steelyard.Rollout {
	return steelyard.Rollout{ID: NullID, Task: t.ID, Policy: NullID, Output: Null(t)}
}

// Null returns a candidate that does nothing: it compiles and runs, and no sound
// suite accepts it.
func Null(t *steelyard.Task) steelyard.Output {
	switch {
	case t.Function != nil:
		return program(t.Function.Language, nullFunction(t.Function))
	case t.Program != nil:
		lang := "python"
		if allowed := t.Program.Languages; len(allowed) > 0 && !slices.Contains(allowed, lang) {
			lang = allowed[0]
		}
		return program(lang, nullProgram(lang))
	case t.Literal != nil:
		return steelyard.Output{Text: steelyard.Text("None"), Language: t.Literal.Language}
	}
	return steelyard.Output{}
}

func nullProgram(lang string) string {
	switch lang {
	case "c", "cpp":
		return "int main(void) { return 0; }\n"
	case "go":
		return "package main\n\nfunc main() {}\n"
	case "java":
		return "public class Main {\n    public static void main(String[] args) {}\n}\n"
	case "rust":
		return "fn main() {}\n"
	case "javascript":
		return ";\n"
	}
	return "pass\n"
}

// nullFunction returns a function of the entry point's name that returns
// nothing.
func nullFunction(f *steelyard.FunctionSpec) string {
	switch f.Language {
	case "python":
		def := "def " + f.EntryPoint + "(*args, **kwargs):\n    pass\n"
		if f.Class != "" {
			return "class " + f.Class + ":\n    def " + f.EntryPoint + "(self, *args, **kwargs):\n        pass\n"
		}
		return def
	case "javascript":
		if f.Class != "" {
			return "class " + f.Class + " {\n  " + f.EntryPoint + "() {}\n}\n"
		}
		return "function " + f.EntryPoint + "() {}\n"
	}
	// Typed languages need a value of the declared type, which only the prompt
	// knows: end the process at once where the function must return.
	switch f.Language {
	case "c", "cpp":
		return f.Prompt + "\n    __builtin_abort();\n}\n"
	case "go":
		return f.Prompt + "\n\tpanic(\"nothing done\")\n}\n"
	case "java":
		return f.Prompt + "\n        throw new UnsupportedOperationException(\"nothing done\");\n    }\n}\n"
	case "rust":
		return f.Prompt + "\n    unimplemented!()\n}\n"
	}
	return ""
}
