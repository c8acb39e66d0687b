package program

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"steelyard"
)

// language says how programs of one language are named, compiled and run. Paths
// are relative to the working folder.
type language struct {
	name string
	// source names a single source; extensions are those of its files.
	source     func(code string) string
	extensions []string
	// compile returns the compiler's command for the sources, or is nil for
	// interpreted languages. What it makes is in artifacts, as Proc.Collect
	// takes it.
	compile   func(sources []string) []string
	artifacts []string
	// run returns the command, given the main source and its content.
	run func(main, code string, lim steelyard.Limits) []string
	env []string
}

// binary is the name of what native compilers make.
const binary = "main"

func fixedName(name string) func(string) string { return func(string) string { return name } }

func runBinary(string, string, steelyard.Limits) []string {
	return []string{steelyard.WorkDir + "/" + binary}
}

// languages is the table of candidate languages. Flags are those that judges
// commonly use; changing one changes what is executed and so the grader's
// version.
func languages() []language {
	return []language{
		{
			name: "python", source: fixedName("main.py"), extensions: []string{".py"},
			run: func(main, _ string, _ steelyard.Limits) []string { return []string{"@python", main} },
		},
		{
			name: "javascript", source: javascriptName, extensions: []string{".js", ".mjs", ".cjs"},
			// The stack of the default is a few thousand calls deep; the kernel's
			// limit is the sandbox's, which lets it grow.
			run: func(main, _ string, _ steelyard.Limits) []string {
				return []string{"@node", "--stack-size=32768", main}
			},
		},
		{
			name: "c", source: fixedName("main.c"), extensions: []string{".c"},
			compile: func(src []string) []string {
				return join([]string{"@gcc", "-O2", "-std=gnu17", "-o", binary}, src, "-lm")
			},
			artifacts: []string{binary}, run: runBinary,
		},
		{
			name: "cpp", source: fixedName("main.cpp"), extensions: []string{".cpp", ".cc", ".cxx"},
			compile: func(src []string) []string {
				return join([]string{"@g++", "-O2", "-std=gnu++17", "-o", binary}, src)
			},
			artifacts: []string{binary}, run: runBinary,
		},
		{
			name: "go", source: fixedName("main.go"), extensions: []string{".go"},
			compile: func(src []string) []string {
				return join([]string{"@go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary}, src)
			},
			artifacts: []string{binary}, run: runBinary,
			// Files of one program, not a module: nothing to resolve or download.
			env: []string{"GO111MODULE=off", "GOFLAGS=", "GOENV=off", "CGO_ENABLED=0"},
		},
		{
			name: "java", source: javaName, extensions: []string{".java"},
			compile: func(src []string) []string {
				return join([]string{"@javac", "-encoding", "UTF-8", "-proc:none", "-nowarn", "-d", "classes"}, src)
			},
			artifacts: []string{"classes/"}, run: runJava,
		},
		{
			name: "rust", source: fixedName("main.rs"), extensions: []string{".rs"},
			compile: func(src []string) []string {
				// Other files are modules of the main one.
				return []string{"@rustc", "-O", "--edition", "2021", "-C", "strip=symbols", "-o", binary, mainOf(src, "main.rs")}
			},
			artifacts: []string{binary}, run: runBinary,
		},
	}
}

func lookup(name string) (language, bool) {
	all := languages()
	i := slices.IndexFunc(all, func(l language) bool { return l.name == name })
	if i < 0 {
		return language{}, false
	}
	return all[i], true
}

// byExtension returns the language of a file name.
func byExtension(name string) (language, bool) {
	ext := path.Ext(name)
	all := languages()
	i := slices.IndexFunc(all, func(l language) bool { return slices.Contains(l.extensions, ext) })
	if i < 0 {
		return language{}, false
	}
	return all[i], true
}

func join(head, middle []string, tail ...string) []string {
	return append(append(slices.Clone(head), middle...), tail...)
}

// mainOf picks the source that is called main, else the first.
func mainOf(sources []string, name string) string {
	for _, s := range sources {
		if path.Base(s) == name {
			return s
		}
	}
	return sources[0]
}

// runJava starts the class that has the main method. The stack is deep because
// contest programs recurse; what is not touched costs nothing. With a memory
// limit the heap gets three quarters of it, the rest being the machine's own.
func runJava(_, code string, lim steelyard.Limits) []string {
	argv := []string{"@java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xss256m"}
	if lim.Memory > 0 {
		argv = append(argv, "-Xmx"+mebibytes(lim.Memory/4*3))
	}
	return append(argv, "-cp", "classes", javaMain(code))
}

func mebibytes(s steelyard.Size) string {
	return strings.TrimSuffix((max(s/steelyard.MiB, 1) * steelyard.MiB).String(), "iB")
}

// compileLimits bound a compiler. CPU time decides; the wall limit is far away,
// because a first Go build on a busy machine compiles the standard library.
// Memory and processes are not bounded, since a bound that the sandbox cannot
// give is a refusal; the slot's own bound remains.
func compileLimits() steelyard.Limits {
	return steelyard.Limits{
		Wall: steelyard.Duration(5 * time.Minute), CPU: steelyard.Duration(90 * time.Second),
		Output: steelyard.MiB, Disk: 512 * steelyard.MiB, OpenFiles: 1024,
	}
}

// caseLimits are the limits of one case where the task has none, and
// judgeLimits those of a checker or interactor.
func caseLimits() steelyard.Limits {
	return steelyard.Limits{
		Wall: steelyard.Duration(20 * time.Second), CPU: steelyard.Duration(10 * time.Second),
		Output: 16 * steelyard.MiB, Disk: 64 * steelyard.MiB, OpenFiles: 256,
	}
}

func judgeLimits() steelyard.Limits {
	return steelyard.Limits{
		Wall: steelyard.Duration(60 * time.Second), CPU: steelyard.Duration(30 * time.Second),
		Output: steelyard.MiB, Disk: 256 * steelyard.MiB, OpenFiles: 256,
	}
}

var (
	esModule = regexp.MustCompile(`(?m)^\s*(import\s+[\w{*]|import\s*["']|export\s+[\w{*])`)
	// javaType finds top-level types; the name is the last group.
	javaType    = regexp.MustCompile(`\b(public\s+)?(?:(?:final|abstract|strictfp|sealed)\s+)*(?:class|interface|enum|record)\s+(\w+)`)
	javaPackage = regexp.MustCompile(`(?m)^\s*package\s+([\w.]+)\s*;`)
	javaEntry   = regexp.MustCompile(`\bstatic\s+(?:\w+\s+)*void\s+main\s*\(`)
)

// javascriptName tells modules from scripts, which Node.js does by the name.
func javascriptName(code string) string {
	if esModule.MatchString(code) {
		return "main.mjs"
	}
	return "main.js"
}

// javaName returns the file name that javac demands: that of the public type.
func javaName(code string) string {
	class := ""
	for _, t := range javaTypes(blankJava(code)) {
		if t.public {
			return t.name + ".java"
		}
		if class == "" || t.entry {
			class = t.name
		}
	}
	if class == "" {
		class = "Main"
	}
	return class + ".java"
}

// javaMain returns the class to start, with its package: the first top-level
// type that has a main method, else the public one, else the first.
func javaMain(code string) string {
	blank := blankJava(code)
	prefix := ""
	if m := javaPackage.FindStringSubmatch(blank); m != nil {
		prefix = m[1] + "."
	}
	class := ""
	for _, t := range javaTypes(blank) {
		if t.entry {
			return prefix + t.name
		}
		if class == "" || t.public {
			class = t.name
		}
	}
	if class == "" {
		class = "Main"
	}
	return prefix + class
}

// hasJavaMain reports whether a top-level type has a main method.
func hasJavaMain(code string) bool {
	return slices.ContainsFunc(javaTypes(blankJava(code)), func(t javaTypeDecl) bool { return t.entry })
}

type javaTypeDecl struct {
	name          string
	public, entry bool
}

// javaTypes lists the top-level types of blanked source.
func javaTypes(blank string) []javaTypeDecl {
	var out []javaTypeDecl
	depth, from := 0, 0
	var body int // where the body of the open top-level type begins
	for i := 0; i < len(blank); i++ {
		switch blank[i] {
		case '{':
			if depth == 0 {
				if m := javaType.FindStringSubmatch(blank[from:i]); m != nil {
					out = append(out, javaTypeDecl{name: m[2], public: m[1] != ""})
				}
				body = i
			}
			depth++
		case '}':
			if depth == 0 {
				continue
			}
			depth--
			if depth == 0 {
				if n := len(out); n > 0 && javaEntry.MatchString(blank[body:i]) {
					out[n-1].entry = true
				}
				from = i + 1
			}
		}
	}
	return out
}

// blankJava replaces comments and literals by spaces, so that neither braces nor
// keywords in them count.
func blankJava(code string) string {
	b := []byte(code)
	blank := func(from, to int) {
		for i := from; i < min(to, len(b)); i++ {
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
	}
	for i := 0; i < len(b); {
		end := i + 1
		rest := code[i:]
		switch {
		case strings.HasPrefix(rest, "//"):
			end = i + until(rest, "\n", 0)
			blank(i, end)
		case strings.HasPrefix(rest, "/*"):
			end = i + until(rest, "*/", 2)
			blank(i, end)
		case strings.HasPrefix(rest, `"""`):
			end = i + until(rest, `"""`, 3)
			blank(i, end)
		case rest[0] == '"' || rest[0] == '\'':
			for end < len(b) && code[end] != rest[0] && code[end] != '\n' {
				if code[end] == '\\' {
					end++
				}
				end++
			}
			end++
			blank(i, end)
		}
		i = end
	}
	return string(b)
}

// until returns the length of s up to and with the first end at or after skip.
func until(s, end string, skip int) int {
	if i := strings.Index(s[skip:], end); i >= 0 {
		return skip + i + len(end)
	}
	return len(s)
}
