package function

import (
	"slices"
	"strings"

	"steelyard"
)

// pyHeavy are modules that take so long to import that a warm interpreter of
// their own is worth its memory. Light ones of the standard library are in
// every warm interpreter.
func pyHeavy() []string { return []string{"numpy", "pandas", "scipy", "sympy", "networkx", "sklearn"} }

// warmImports names the modules to be loaded before the fork: those the task
// asks for, and heavy ones that the program imports by name. It only decides
// how fast the process starts, never what the program sees.
func warmImports(t *steelyard.Task, code string) []string {
	out := slices.Clone(t.Env.Imports)
	for _, name := range pyHeavy() {
		if !slices.Contains(out, name) && importsModule(code, name) {
			out = append(out, name)
		}
	}
	return out
}

// importsModule reports whether a line of code starts with an import of the
// module.
func importsModule(code, name string) bool {
	for rest := code; ; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		line := strings.TrimLeft(rest[strings.LastIndexByte(rest[:i], '\n')+1:i], " \t")
		end := rest[i+len(name):]
		if (line == "import " || line == "from " || strings.HasPrefix(line, "import ") && strings.HasSuffix(line, ", ")) &&
			(end == "" || !isWordByte(end[0])) {
			return true
		}
		rest = end
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}
