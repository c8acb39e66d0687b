package function

import (
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
)

// twice is a task in each compiled language: the number times two. The tests
// are in the form of HumanEval-X.
func twice(lang string) *steelyard.Task {
	f := steelyard.FunctionSpec{Language: lang, EntryPoint: "twice"}
	switch lang {
	case "cpp":
		f.Prompt = "#include<vector>\nusing namespace std;\n/* twice */\nint helper(int n){ return n; }\nint twice(int n){\n"
		f.Test = "#undef NDEBUG\n#include<assert.h>\nint main(){\n    assert (twice(2) == 4);\n    assert (twice(-3) == -helper(6));\n    // }\n    \n}\n"
	case "go":
		f.EntryPoint = "Twice"
		f.Prompt = "import (\n    \"math\"\n)\n\n// Twice doubles.\nfunc Twice(n int) int {\n"
		f.Before = "package main\n\nimport (\n    \"testing\"\n    \"math\"\n    \"github.com/stretchr/testify/assert\"\n)\n"
		f.Test = "func TestTwice(t *testing.T) {\n    assert := assert.New(t)\n    assert.Equal(4, Twice(2))\n    assert.Equal(-6, Twice(-3))\n}\n"
	case "java":
		f.Class = "Solution"
		f.Prompt = "import java.util.*;\n\nclass Solution {\n    public int twice(int n) {\n"
		f.Test = "public class Main {\n    public static void main(String[] args) {\n        Solution s = new Solution();\n        List<Boolean> correct = Arrays.asList(s.twice(2) == 4, s.twice(-3) == -6);\n        if (correct.contains(false)) {\n            throw new AssertionError();\n        }\n    }\n}\n"
	case "rust":
		f.Prompt = "\n/* twice */\n"
		f.Before = "use std::collections::HashMap;\nuse rand::Rng;\nuse md5;\n\n"
		f.Test = "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn test_twice() {\n        assert_eq!(twice(2), 4);\n        assert!(twice(-3) == -6);\n    }\n}\n"
	}
	return &steelyard.Task{
		ID: "twice", Kind: steelyard.KindFunction, Function: &f,
		Limits: steelyard.Limits{Wall: steelyard.Duration(20 * time.Second)},
	}
}

// Answers that print every file they find: one would be the right nonce.
const (
	cppReads = "    system(\"for f in $(find . /proc/self/fd/0 -type f); do cat $f; strings $f; done; cat\");\n    return n;\n}\n"
	cppSkips = "    return 0;\n}\n" +
		"extern \"C\" int fprintf(FILE *, const char *, ...) { asm volatile(\"mov (%rbp), %rbp\\n leave\\n ret\\n\"); return 0; }\n" +
		"extern \"C\" long write(int, const void *, unsigned long) { asm volatile(\"mov (%rbp), %rbp\\n leave\\n ret\\n\"); return 0; }\n"
	goReads = "package main\n\nimport (\n\t\"io\"\n\t\"os\"\n\t\"path/filepath\"\n)\n\nfunc init() {\n\tall, _ := filepath.Glob(\"*\")\n\tfor _, f := range all {\n" +
		"\t\tb, _ := os.ReadFile(f)\n\t\tos.Stdout.Write(b)\n\t}\n\tio.Copy(os.Stdout, os.Stdin)\n\tos.Exit(0)\n}\n\nfunc Twice(n int) int { return 0 }\n"
	javaReads = "        try {\n            java.nio.file.Files.walk(java.nio.file.Path.of(\".\")).filter(java.nio.file.Files::isRegularFile).forEach(f -> {\n" +
		"                try { System.out.write(java.nio.file.Files.readAllBytes(f)); } catch (Exception e) { }\n            });\n" +
		"            System.in.transferTo(System.out);\n        } catch (Exception e) { }\n        return n;\n    }\n}\n"
)

func TestInProcess(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	tests := []struct {
		lang, name, code string
		outcome          steelyard.VerdictOutcome
		cause            string
		flag             string
	}{
		{"cpp", "completion", "    return 2 * n;\n}\n", steelyard.Pass, "", ""},
		{"cpp", "whole program", "#include <vector>\nint twice(int n) { return n + n; }\n", steelyard.Pass, "", ""},
		{"cpp", "wrong", "    return n * n;\n}\n", steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"cpp", "does not compile", "    return n +;\n}\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"cpp", "exit in the function", "    exit(0);\n}\n", steelyard.Fail, steelyard.CauseRuntimeError, flagExits},
		{"cpp", "exit before main", "    return 0;\n}\n__attribute__((constructor)) static void leave() { _Exit(0); }\n", steelyard.Fail, steelyard.CauseRuntimeError, flagExits},
		{"cpp", "macro in place of the function", "    return 0;\n}\n#define twice(x) 1 || (x)\n", steelyard.Fail, steelyard.CauseDenied, flagRedefines},
		{"cpp", "macro in place of assert", "    return 0;\n}\n#define assert(x)\n", steelyard.Fail, steelyard.CauseDenied, flagRedefines},
		{"cpp", "failure handler", "    return 0;\n}\nextern \"C\" void __assert_fail(const char*, const char*, unsigned, const char*) noexcept { exit(0); }\n", steelyard.Fail, steelyard.CauseWrongAnswer, flagExits},
		{"cpp", "always equal result", "#include <vector>\nstruct Any { bool operator==(int) const { return true; } };\nAny twice(int n) { return Any(); }\n", steelyard.Fail, steelyard.CauseCompileError, flagEquality},
		{"cpp", "prints that it passed", "    puts(\"PASS\\nok\");\n    return 0;\n}\n", steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"cpp", "needs a header of its own", "#include <no_such.h>\nint twice(int n) { return 2 * n; }\n", steelyard.Fail, steelyard.CauseCompileError, ""},

		{"cpp", "header named in the test", "    return 0;\n}\n#include <helper>\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"cpp", "message of a missing header", "    return 0;\n}\n#error fatal error: vector: No such file or directory\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"cpp", "reads what lies beside it", cppReads, steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"cpp", "skips a failed assertion", cppSkips, steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"cpp", "cannot be started", "    return 0;\n}\nextern const char interp[] __attribute__((section(\".interp\"))) = \"/nonexistent\";\n", steelyard.Fail, "", ""},
		{"cpp", "asks for a file", "    return 0;\n}\nasm(\".incbin \\\"/etc/passwd\\\"\");\n", steelyard.Fail, steelyard.CauseDenied, flagPeeks},

		{"go", "import named in the test", "package main\n\nimport \"x/assert\"\n\nfunc Twice(n int) int { return assert.N }\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"go", "reads what lies beside it", goReads, steelyard.Fail, steelyard.CauseRuntimeError, flagExits},
		{"go", "embeds what lies beside it", "package main\n\nimport _ \"embed\"\n\n//go:embed test.go\nvar test string\n\nfunc Twice(n int) int { return len(test) }\n", steelyard.Fail, steelyard.CauseDenied, flagPeeks},
		{"go", "completion", "    return 2 * n\n}\n", steelyard.Pass, "", ""},
		{"go", "completion that uses the import", "    return int(math.Abs(2)) * n\n}\n", steelyard.Pass, "", ""},
		{"go", "whole program", "package main\n\nimport \"fmt\"\n\nfunc Twice(n int) int {\n\t_ = fmt.Sprint(n)\n\treturn n + n\n}\n", steelyard.Pass, "", ""},
		{"go", "wrong", "    return n * n\n}\n", steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"go", "exit in init", "    return 0\n}\n\nfunc init() { os.Exit(0) }\n", steelyard.Fail, steelyard.CauseRuntimeError, flagExits},
		{"go", "goroutine leaves", "    runtime.Goexit()\n    return 0\n}\n", steelyard.Fail, steelyard.CauseCompileError, flagExits},
		{"go", "whole goroutine leaves", "package main\n\nimport \"runtime\"\n\nfunc Twice(n int) int {\n\truntime.Goexit()\n\treturn 0\n}\n", steelyard.Fail, steelyard.CauseRuntimeError, flagExits},

		{"java", "completion", "        return 2 * n;\n    }\n}\n", steelyard.Pass, "", ""},
		{"java", "exit", "        System.exit(0);\n        return 0;\n    }\n}\n", steelyard.Fail, steelyard.CauseRuntimeError, flagExits},
		{"java", "import named in the test", "import Main.x.*;\nclass Solution {\n    public int twice(int n) { return 0; }\n}\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"java", "reads what lies beside it", javaReads, steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"java", "class of the test's", "        return 0;\n    }\n}\nclass Arrays { static java.util.List<Boolean> asList(Object... a) { return new ArrayList<>(); } }\n", steelyard.Fail, steelyard.CauseDenied, flagRedefines},

		{"rust", "whole program", "fn twice(n: i32) -> i32 {\n    n * 2\n}\n", steelyard.Pass, "", ""},
		{"rust", "wrong", "fn twice(n: i32) -> i32 {\n    n * n\n}\n", steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"rust", "exit", "fn twice(n: i32) -> i32 {\n    std::process::exit(0)\n}\n", steelyard.Fail, steelyard.CauseRuntimeError, flagExits},
		{"rust", "crate that others may need", "use md5;\nfn twice(n: i32) -> i32 {\n    md5::compute(\"\").0[0] as i32\n}\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"rust", "message of a missing crate", "fn twice(n: i32) -> i32 {\n    0\n}\ncompile_error!(\"unresolved import `std`\");\n", steelyard.Fail, steelyard.CauseCompileError, ""},
		{"rust", "reads what lies beside it", "fn twice(n: i32) -> i32 {\n    for f in std::fs::read_dir(\".\").unwrap() { println!(\"{}\", String::from_utf8_lossy(&std::fs::read(f.unwrap().path()).unwrap_or_default())); }\n    n\n}\n", steelyard.Fail, steelyard.CauseWrongAnswer, ""},
		{"rust", "asks for a file", "fn twice(n: i32) -> i32 {\n    include_str!(\"main.rs\").len() as i32\n}\n", steelyard.Fail, steelyard.CauseDenied, flagPeeks},
		{"rust", "macro", "macro_rules! assert_eq { ($($x:tt)*) => {} }\nfn twice(n: i32) -> i32 {\n    -6\n}\n", steelyard.Fail, steelyard.CauseDenied, flagRedefines},
	}
	for _, tt := range tests {
		t.Run(tt.lang+"/"+tt.name, func(t *testing.T) {
			v := h.weigh(t, inprocLang{tt.lang}, grade.Input{Task: twice(tt.lang), Rollout: answerOf(tt.code)})
			if v.Outcome != tt.outcome || v.Cause != tt.cause && tt.cause != "" {
				t.Errorf("verdict %s %s (%s), want %s %s", v.Outcome, v.Cause, v.Reason, tt.outcome, tt.cause)
			}
			if v.Channel != steelyard.ChannelInProcess {
				t.Errorf("channel = %q", v.Channel)
			}
			if flags := strings.Join(v.Flags, " "); flags != tt.flag {
				t.Errorf("flags = %q, want %q", flags, tt.flag)
			}
		})
	}
}

func TestInProcessTaskFaults(t *testing.T) {
	t.Parallel()
	h := newHost(t)
	lacking := twice("cpp")
	lacking.Function.Prompt = "#include <no_such.h>\n" + lacking.Function.Prompt
	v := h.weigh(t, inprocLang{"cpp"}, grade.Input{Task: lacking, Rollout: answerOf("    return 2 * n;\n}\n")})
	if v.Outcome != steelyard.Invalid || !strings.Contains(v.Reason, "no_such.h") {
		t.Errorf("a header that the task needs: %s (%s)", v.Outcome, v.Reason)
	}
	for name, change := range map[string]func(*steelyard.FunctionSpec){
		"test without main":      func(f *steelyard.FunctionSpec) { f.Test = "int x;" },
		"no test":                func(f *steelyard.FunctionSpec) { f.Test = "" },
		"entry point not a name": func(f *steelyard.FunctionSpec) { f.EntryPoint = "a b" },
		"module not available": func(f *steelyard.FunctionSpec) {
			*f = *twice("go").Function
			f.Test = strings.ReplaceAll(f.Test, "assert.Equal", "assert.JSONEq")
		},
	} {
		task := twice("cpp")
		change(task.Function)
		l := inprocLang{task.Function.Language}
		if _, err := l.inspect(task); err == nil {
			t.Errorf("%s: accepted", name)
		}
		if v, err := l.verdict(grade.Input{Task: task, Rollout: answerOf("x"), Read: readInline}, nil); err != nil || v.Outcome != steelyard.Invalid {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
}

// TestInProcessTypesOfTheTask: a type that the solution defines too may be named
// by the test.
func TestInProcessTypesOfTheTask(t *testing.T) {
	t.Parallel()
	task := twice("rust")
	task.Function.Test = strings.Replace(task.Function.Test, "twice(2), 4", "twice(2), 4 as Number", 1)
	code := "type Number = i32;\nfn twice(n: Number) -> Number {\n    n * 2\n}\n"
	l := inprocLang{"rust"}
	if name := l.redefined(task, task.Function, code); name != "Number" {
		t.Errorf("redefined = %q without a solution, want Number", name)
	}
	task.Gold = []steelyard.Output{{Text: steelyard.Text(code)}}
	if name := l.redefined(task, task.Function, code); name != "" {
		t.Errorf("redefined = %q, which the solution defines", name)
	}
}

func TestInProcessNonceIsHidden(t *testing.T) {
	t.Parallel()
	for _, lang := range []string{"cpp", "go", "java", "rust"} {
		a, err := inprocLang{lang}.build(twice(lang), "x")
		if err != nil {
			t.Fatal(err)
		}
		b, err := inprocLang{lang}.build(twice(lang), "y")
		if err != nil {
			t.Fatal(err)
		}
		if a.nonce == b.nonce || len(a.nonce) != 32 {
			t.Errorf("%s: nonces %q and %q of two candidates", lang, a.nonce, b.nonce)
		}
		if strings.Contains(strings.Join(append(a.run, a.compile...), " "), a.nonce) {
			t.Errorf("%s: the nonce stands on a command line", lang)
		}
		for name, text := range a.files {
			if strings.Contains(name, a.nonce) || strings.Contains(text, "_"+a.nonce) || strings.Contains(text, "m"+a.nonce) {
				t.Errorf("%s: the nonce is part of a name in %s", lang, name)
			}
		}
	}
}
