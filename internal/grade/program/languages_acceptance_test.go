//go:build acceptance

package program_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/grade"
	"steelyard/internal/grade/program"
	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/ns"
	"steelyard/internal/tree"
)

// openSandbox opens a real sandbox that shows the host's tool chains.
func openSandbox(t *testing.T) sandbox.Sandbox {
	t.Helper()
	ctx := t.Context()
	host, err := tree.New(ctx, tree.Config{Path: os.Getenv("PATH"), Home: os.Getenv("HOME"), Python: "/usr/bin/python3.11", StateDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	env, err := host.Env(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	state, err := os.MkdirTemp("/var/tmp", "steelyard-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(state) })
	if err := os.Chmod(state, 0o755); err != nil {
		t.Fatal(err)
	}
	b, err := ns.New(ns.Config{StateDir: state})
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Open(ctx, env.Mounts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// weigh carries a rollout through, as the engine does.
func weigh(t *testing.T, s sandbox.Sandbox, tk *steelyard.Task, out steelyard.Output) steelyard.Verdict {
	t.Helper()
	in := input(tk, out)
	var g grade.Grader = program.New()
	var seen []steelyard.Observation
	layers := map[string]steelyard.Digest{}
	for {
		steps, err := g.Next(in, seen)
		if err != nil {
			t.Fatal(err)
		}
		if len(steps) == 0 {
			v, err := g.Verdict(in, seen)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		for _, step := range steps {
			step.Exec.Base = layers[step.Exec.BaseStep]
			o := s.Do(context.Background(), step.Exec)
			o.Step = step.Name
			layers[step.Name] = o.Outcome.Layer
			if err := s.Reset(context.Background()); err != nil {
				t.Fatal(err)
			}
			seen = append(seen, o)
		}
	}
}

// programs read n and n numbers and print their sum, or do it badly.
var programs = map[string]struct{ gold, wrong, slow, broken, crash string }{
	"python": {
		"n = int(input())\nprint(sum(map(int, input().split())))\n",
		"n = int(input())\nprint(max(map(int, input().split())))\n",
		"while True: pass\n", "def (:\n", "raise SystemExit(3)\n",
	},
	"javascript": {
		"const [n, ...r] = require('fs').readFileSync(0, 'utf8').split(/\\s+/).filter(Boolean).map(Number);\nfunction f(i) { return i < r.length ? r[i] + f(i + 1) : 0 }\nconsole.log(f(0));\n",
		"console.log(0)\n", "while (true) {}\n", "let let = ;\n", "process.exit(3)\n",
	},
	"c": {
		"#include <stdio.h>\n#include <math.h>\nint main(){int n;scanf(\"%d\",&n);long s=0,x;for(int i=0;i<n;i++){scanf(\"%ld\",&x);s+=x;}printf(\"%ld\\n\",s);return sqrt(n)<0;}\n",
		"#include <stdio.h>\nint main(){puts(\"0\");}\n", "int main(){volatile int x=0;while(1)x++;}\n", "int main({\n", "int main(){return 3;}\n",
	},
	"cpp": {
		"#include <bits/stdc++.h>\nusing namespace std;\nint main(){int n;cin>>n;long long s=0,x;while(n--){cin>>x;s+=x;}cout<<s<<endl;}\n",
		"#include <iostream>\nint main(){std::cout<<0;}\n", "int main(){volatile int x=0;while(1)x=x+1;}\n", "int main({\n", "#include <stdexcept>\nint main(){throw std::runtime_error(\"x\");}\n",
	},
	"go": {
		"package main\n\nimport \"fmt\"\n\nfunc sum[T int | int64](xs ...T) (s T) {\n\tfor _, x := range xs {\n\t\ts += x\n\t}\n\treturn\n}\n\nfunc main() {\n\tvar n, x, s int\n\tfmt.Scan(&n)\n\tfor range n {\n\t\tfmt.Scan(&x)\n\t\ts = sum(s, x)\n\t}\n\tfmt.Println(s)\n}\n",
		"package main\n\nfunc main() { print(0) }\n", "package main\n\nfunc main() {\n\tfor {\n\t}\n}\n", "package main\n\nfunc main( {\n", "package main\n\nfunc main() { panic(\"x\") }\n",
	},
	"java": {
		"import java.util.*;\npublic class Solve { static long f(Scanner s, int n) { return n == 0 ? 0 : s.nextLong() + f(s, n - 1); }\n public static void main(String[] a) { Scanner s = new Scanner(System.in); int n = s.nextInt(); System.out.println(f(s, n)); } }\n",
		"class A { public static void main(String[] a) { System.out.println(0); } }\n", "class A { public static void main(String[] a) { while (true) {} } }\n", "class A {\n", "class A { public static void main(String[] a) { throw new RuntimeException(); } }\n",
	},
	"rust": {
		"use std::io::*;\nfn main() { let mut s = String::new(); stdin().read_to_string(&mut s).unwrap(); println!(\"{}\", s.split_whitespace().skip(1).map(|x| x.parse::<i64>().unwrap()).sum::<i64>()); }\n",
		"fn main() { println!(\"0\"); }\n", "fn main() { let mut x = 0u64; loop { x = std::hint::black_box(x + 1); } }\n", "fn main( {\n", "fn main() { panic!(\"x\") }\n",
	},
}

func sumTask() *steelyard.Task {
	deep := "20000\n" + strings.TrimSpace(strings.Repeat("1 ", 20000)) + "\n"
	return &steelyard.Task{
		ID: "sum", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{},
		Limits: steelyard.Limits{Wall: steelyard.Duration(30 * time.Second), CPU: steelyard.Duration(4 * time.Second)},
		Suite: steelyard.Suite{Checks: []steelyard.Check{
			{Case: &steelyard.Case{Input: steelyard.Text("3\n1 2 3\n"), Answer: steelyard.Text("6\n")}},
			{Case: &steelyard.Case{Input: steelyard.Text(deep), Answer: steelyard.Text("20000\n")}},
		}},
	}
}

func TestAcceptanceLanguages(t *testing.T) {
	s := openSandbox(t)
	for _, lang := range steelyard.Languages() {
		p := programs[lang]
		for _, c := range []struct {
			what, code string
			outcome    steelyard.VerdictOutcome
			cause      string
		}{
			{"gold", p.gold, steelyard.Pass, ""},
			{"wrong", p.wrong, steelyard.Fail, steelyard.CauseWrongAnswer},
			{"slow", p.slow, steelyard.Fail, steelyard.CauseTimeout},
			{"broken", p.broken, steelyard.Fail, steelyard.CauseCompileError},
			{"crash", p.crash, steelyard.Fail, steelyard.CauseRuntimeError},
		} {
			if c.what == "broken" && (lang == "python" || lang == "javascript") {
				c.cause = steelyard.CauseRuntimeError
			}
			tk := sumTask()
			if c.what == "slow" {
				tk.Suite.Checks = tk.Suite.Checks[:1]
			}
			start := time.Now()
			v := weigh(t, s, tk, text(lang, c.code))
			t.Logf("%s %s: %s %s in %v", lang, c.what, v.Outcome, v.Cause, time.Since(start).Round(time.Millisecond))
			if v.Outcome != c.outcome || v.Cause != c.cause {
				t.Errorf("%s %s: %s %s (%s), want %s %s", lang, c.what, v.Outcome, v.Cause, v.Reason, c.outcome, c.cause)
			}
		}
	}
}

// Memory and process limits leave room for what the languages' own machinery
// needs.
func TestAcceptanceLanguagesLimited(t *testing.T) {
	s := openSandbox(t)
	for _, lang := range steelyard.Languages() {
		tk := sumTask()
		tk.Limits.Memory, tk.Limits.Pids = 256*steelyard.MiB, 64
		if v := weigh(t, s, tk, text(lang, programs[lang].gold)); v.Outcome != steelyard.Pass {
			t.Errorf("%s within 256 MiB and 64 processes: %s %s (%s)", lang, v.Outcome, v.Cause, v.Reason)
		}
	}
	tk := sumTask()
	tk.Limits.Memory = 64 * steelyard.MiB
	if v := weigh(t, s, tk, text("python", "x = bytearray(1 << 28)\n"+programs["python"].gold)); v.Cause != steelyard.CauseOOM {
		t.Errorf("256 MiB within 64 MiB: %s %s (%s)", v.Outcome, v.Cause, v.Reason)
	}
}
