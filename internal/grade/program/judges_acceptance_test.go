//go:build acceptance

package program_test

import (
	"fmt"
	"testing"
	"time"

	"steelyard"
)

// A square root modulo a prime: r and p-r are both right.
const (
	rootBrute = "a, p = map(int, input().split())\nprint(next(r for r in range(p) if r * r % p == a))\n"
	rootOther = "a, p = map(int, input().split())\nprint(next(r for r in range(p - 1, 0, -1) if r * r % p == a))\n"

	checkerCPP = `#include <fstream>
#include <iostream>
int main(int argc, char **argv) {
  std::ifstream in(argv[1]), out(argv[2]), ans(argv[3]);
  long a, p, r, x;
  if (argc != 4 || !(in >> a >> p) || !(ans >> x)) { std::cerr << "FAIL no input"; return 3; }
  if (!(out >> r)) { std::cerr << "wrong output format"; return 2; }
  if (r < 0 || r >= p || r * r % p != a) { std::cerr << "wrong answer not a root"; return 1; }
  std::cerr << "ok";
  return 0;
}
`
	checkerPython = `import sys
a, p = map(int, open(sys.argv[1]).read().split())
open(sys.argv[2]).read()
try:
    r = int(sys.stdin.read())
    ok = 0 <= r < p and r * r % p == a
except ValueError:
    ok = False
open(sys.argv[3] + "judgemessage.txt", "w").write("looked at it")
sys.exit(42 if ok else 43)
`
)

func rootTask(j *steelyard.Judge) *steelyard.Task {
	t := &steelyard.Task{ID: "root", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{Checker: j},
		Limits: steelyard.Limits{Wall: steelyard.Duration(20 * time.Second), CPU: steelyard.Duration(4 * time.Second)}}
	for _, c := range [][3]int{{4, 7, 2}, {2, 7, 3}, {5, 11, 4}, {10, 13, 6}, {8, 17, 5}} {
		t.Suite.Checks = append(t.Suite.Checks, steelyard.Check{Case: &steelyard.Case{
			Input: steelyard.Text(fmt.Sprintln(c[0], c[1])), Answer: steelyard.Text(fmt.Sprintln(c[2]))}})
	}
	return t
}

func TestAcceptanceCheckers(t *testing.T) {
	s := openSandbox(t)
	source := func(lang, name, code, contract string) *steelyard.Judge {
		return &steelyard.Judge{Language: lang, Main: name, Contract: contract, Files: map[string]steelyard.Blob{name: steelyard.Text(code)}}
	}
	testlib := source("cpp", "check.cpp", checkerCPP, "testlib")
	kattis := source("python", "check.py", checkerPython, "kattis")
	for _, tt := range []struct {
		name    string
		judge   *steelyard.Judge
		code    string
		outcome steelyard.VerdictOutcome
		cause   string
		score   float64
	}{
		{"tokens, expected root", nil, rootBrute, steelyard.Pass, "", 1},
		{"tokens, other root", nil, rootOther, steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"testlib, expected root", testlib, rootBrute, steelyard.Pass, "", 1},
		{"testlib, other root", testlib, rootOther, steelyard.Pass, "", 1},
		{"testlib, no root", testlib, "print(0)", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"testlib, no number", testlib, "print('x')", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"testlib, huge output", testlib, "print('x' * 5000000)", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"kattis, other root", kattis, rootOther, steelyard.Pass, "", 1},
		{"kattis, no root", kattis, "print(0)", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"kattis, binary output", kattis, "import os; os.write(1, bytes(range(48, 58)))", steelyard.Fail, steelyard.CauseWrongAnswer, 0},
		{"checker crashes", source("c", "c.c", "int main(void){*(volatile int*)0=1;}", "testlib"), rootBrute, steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"checker fails", source("python", "c.py", "raise SystemExit(3)", "testlib"), rootBrute, steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"checker does not compile", source("c", "c.c", "int main(", "testlib"), rootBrute, steelyard.Invalid, steelyard.CauseTaskBroken, 0},
		{"checker hangs", &steelyard.Judge{Language: "python", Main: "c.py", Contract: "testlib",
			Files:  map[string]steelyard.Blob{"c.py": steelyard.Text("import time; time.sleep(99)")},
			Limits: steelyard.Limits{Wall: steelyard.Duration(time.Second)}}, rootBrute, steelyard.Invalid, steelyard.CauseTaskBroken, 0},
	} {
		v := weigh(t, s, rootTask(tt.judge), text("python", tt.code))
		if v.Outcome != tt.outcome || v.Cause != tt.cause || v.Score != tt.score {
			t.Errorf("%s: %s %s %v (%s)", tt.name, v.Outcome, v.Cause, v.Score, v.Reason)
		}
	}
}

const (
	interactorPython = `import sys
n = int(open(sys.argv[1]).read())
for _ in range(12):
    line = sys.stdin.readline()
    if not line:
        sys.exit(43)
    try:
        g = int(line)
    except ValueError:
        sys.exit(43)
    print("=" if g == n else "<" if n < g else ">", flush=True)
    if g == n:
        sys.exit(42)
sys.exit(43)
`
	interactorCPP = `#include <cstdio>
int main(int argc, char **argv) {
  FILE *f = fopen(argv[1], "r");
  int n, g;
  if (argc < 3 || !f || fscanf(f, "%d", &n) != 1) return 3;
  for (int i = 0; i < 12; i++) {
    if (scanf("%d", &g) != 1) { fprintf(stderr, "unexpected end of file"); return 2; }
    puts(g == n ? "=" : n < g ? "<" : ">");
    fflush(stdout);
    if (g == n) return 0;
  }
  fprintf(stderr, "too many guesses");
  return 1;
}
`
	guess = `lo, hi = 1, 1000
while True:
    m = (lo + hi) // 2
    print(m, flush=True)
    r = input()
    if r == "=":
        break
    if r == "<":
        hi = m - 1
    else:
        lo = m + 1
`
	guessCPP = `#include <iostream>
#include <string>
int main() {
  int lo = 1, hi = 1000;
  std::string r;
  while (true) {
    int m = (lo + hi) / 2;
    std::cout << m << std::endl;
    if (!(std::cin >> r) || r == "=") return 0;
    if (r == "<") hi = m - 1; else lo = m + 1;
  }
}
`
)

func TestAcceptanceInteractors(t *testing.T) {
	s := openSandbox(t)
	source := func(lang, code, contract string) *steelyard.Judge {
		name := map[string]string{"python": "i.py", "cpp": "i.cpp"}[lang]
		return &steelyard.Judge{Language: lang, Main: name, Contract: contract, Files: map[string]steelyard.Blob{name: steelyard.Text(code)},
			Limits: steelyard.Limits{Wall: steelyard.Duration(3 * time.Second)}}
	}
	kattis, testlib := source("python", interactorPython, "kattis"), source("cpp", interactorCPP, "testlib")
	crashes := "import sys, os\nsys.stdin.readline()\nos.kill(os.getpid(), 11)\n"
	const wrong, fail, invalid = steelyard.CauseWrongAnswer, steelyard.Fail, steelyard.Invalid
	for _, tt := range []struct {
		name, lang, code string
		judge            *steelyard.Judge
		outcome          steelyard.VerdictOutcome
		cause            string
	}{
		{"gold", "python", guess, kattis, steelyard.Pass, ""},
		{"gold, testlib", "python", guess, testlib, steelyard.Pass, ""},
		{"gold, both compiled", "cpp", guessCPP, testlib, steelyard.Pass, ""},
		{"linear search", "python", "n = 1\nwhile True:\n    print(n, flush=True)\n    if input() == '=': break\n    n += 1\n", kattis, fail, wrong},
		{"claims to have won", "python", "print('=')\nprint('OK')\n", kattis, fail, wrong},
		{"reads the answer's file", "python", "print(open('input.txt').read(), flush=True)\n", kattis, fail, steelyard.CauseRuntimeError},
		{"ends early", "python", "print(1, flush=True)\n", kattis, fail, wrong},
		{"crashes", "python", "import os\nprint(1, flush=True)\nos.abort()\n", kattis, fail, steelyard.CauseRuntimeError},
		{"does not flush", "python", "import sys\nsys.stdout.write('1\\n')\nsys.stdin.readline()\n", kattis, fail, steelyard.CauseTimeout},
		{"hangs", "python", "import time\ntime.sleep(99)\n", testlib, fail, steelyard.CauseTimeout},
		{"spins", "cpp", "int main(){volatile int x=0;for(;;)x=x+1;}", kattis, fail, steelyard.CauseTimeout},
		{"floods", "python", "import os\nwhile True: os.write(1, b'1 ' * 30000)\n",
			source("python", "import sys\nwhile sys.stdin.buffer.read(65536): pass\nsys.exit(43)\n", "kattis"), fail, steelyard.CauseOutputLimit},
		{"interactor crashes", "python", guess, source("python", crashes, "kattis"), invalid, steelyard.CauseTaskBroken},
		{"interactor raises", "python", guess, source("python", "input()\nraise ValueError", "kattis"), invalid, steelyard.CauseTaskBroken},
		{"interactor hangs", "python", guess, source("python", "import sys\nsys.stdin.readline()\nwhile True: pass\n", "kattis"), invalid, steelyard.CauseTaskBroken},
		{"interactor dies of an early end", "python", "pass\n", source("python", "import time\ntime.sleep(.5)\nint(input())\n", "kattis"), fail, wrong},
		{"interactor refuses to judge", "python", guess, source("python", "raise SystemExit(3)", "testlib"), invalid, steelyard.CauseTaskBroken},
	} {
		tk := &steelyard.Task{ID: "guess", Kind: steelyard.KindProgram, Program: &steelyard.ProgramSpec{Interactor: tt.judge},
			Limits: steelyard.Limits{Wall: steelyard.Duration(6 * time.Second), CPU: steelyard.Duration(2 * time.Second)},
			Suite:  steelyard.Suite{Checks: []steelyard.Check{{Case: &steelyard.Case{Input: steelyard.Text("707\n")}}}}}
		if tt.outcome == invalid { // a judge that fails on the solution too is the task's fault
			tk.Gold = []steelyard.Output{text("python", guess)}
		}
		if tt.name == "floods" {
			tk.Limits.Output = 4 * steelyard.MiB
		}
		start := time.Now()
		v := weigh(t, s, tk, text(tt.lang, tt.code))
		t.Logf("%s: %s %s in %v", tt.name, v.Outcome, v.Cause, time.Since(start).Round(time.Millisecond))
		if v.Outcome != tt.outcome || v.Cause != tt.cause {
			t.Errorf("%s: %s %s (%s), want %s %s", tt.name, v.Outcome, v.Cause, v.Reason, tt.outcome, tt.cause)
		}
	}
}
