package sandboxtest

import (
	"strconv"
	"strings"
	"time"

	"steelyard"
)

func dur(d time.Duration) steelyard.Duration { return steelyard.Duration(d) }

// Cases returns the promises, in the order they are run.
func Cases() []Case {
	cases := append(streamCases(), limitCases()...)
	cases = append(cases, fileCases()...)
	return append(cases, pairCases()...)
}

func streamCases() []Case {
	return []Case{
		{Name: "stdin to stdout", Exec: with(Shell("cat"), func(p *steelyard.Proc) { p.Stdin = steelyard.Text("a\x00b\n") }), Want: says("a\x00b\n")},
		{Name: "empty stdin is at its end", Exec: Shell("cat; echo end"), Want: says("end\n")},
		{Name: "large stdin", Exec: with(Shell("wc -c"), func(p *steelyard.Proc) { p.Stdin = steelyard.Text(strings.Repeat("0123456789abcde\n", 1<<18)) }), Want: says("4194304\n")},
		{Name: "exit code", Exec: Shell("exit 41"), Want: first(func(p *steelyard.ProcOutcome) string {
			if p.End != steelyard.EndExited || p.Code != 41 {
				return "want exit code 41"
			}
			return ""
		})},
		{Name: "signal", Exec: Shell("kill -SEGV $$"), Want: first(func(p *steelyard.ProcOutcome) string {
			if p.End != steelyard.EndSignalled || p.Signal != 11 {
				return "want signal 11"
			}
			return ""
		})},
		{Name: "stderr apart", Exec: Shell("echo out; echo err >&2"), Want: first(func(p *steelyard.ProcOutcome) string {
			if p.Stdout.String() != "out\n" || p.Stderr.String() != "err\n" {
				return "streams mixed"
			}
			return ""
		})},
		{Name: "result apart", Exec: with(Shell("echo out; echo res >&3"), func(p *steelyard.Proc) { p.Result = true }), Want: first(func(p *steelyard.ProcOutcome) string {
			if p.Stdout.String() != "out\n" || p.Result.String() != "res\n" {
				return "streams mixed"
			}
			return ""
		})},
		{Name: "no result unless asked for", Exec: Shell("echo x >&3 || echo closed"), Want: says("closed\n")},
		{Name: "missing command", Exec: with(Shell(""), func(p *steelyard.Proc) { p.Argv = []string{"/nowhere"} }), Want: ends(steelyard.EndNoStart, "")},
		{Name: "missing tool", Exec: with(Shell(""), func(p *steelyard.Proc) { p.Argv = []string{"@nosuchtool"} }), Want: ends(steelyard.EndNoStart, "")},
		{Name: "not executable", Exec: with(Shell(""), func(p *steelyard.Proc) {
			p.Argv = []string{"./f"}
			p.Files = map[string]steelyard.Blob{"f": steelyard.Text("#!/bin/sh\n")}
		}), Want: ends(steelyard.EndNoStart, "")},
		{Name: "executable", Exec: with(Shell(""), func(p *steelyard.Proc) {
			p.Argv = []string{"./f", "x y"}
			p.Files = map[string]steelyard.Blob{"f": steelyard.Text("#!/bin/sh\necho \"$1\"\n")}
			p.Executable = []string{"f"}
		}), Want: says("x y\n")},
		{Name: "environment", Exec: with(Shell(`echo "$A|$STEELYARD_SECRET"`), func(p *steelyard.Proc) { p.Env = []string{"A=1 2"} }), Want: says("1 2|\n")},
		{Name: "only standard descriptors", Exec: Python("import os\nprint([f for f in range(3, 2000) if os.path.exists('/proc/self/fd/%d' % f)])"), Want: says("[]\n")},
		{Name: "second process of the cell", Namespaces: true, Exec: Python("import os\nprint(os.getpid(), os.getppid())"), Want: says("2 1\n")},
		{Name: "no capability", Proc: true, Namespaces: true, Exec: Shell("grep -E 'Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp:' /proc/self/status | tr '\\t\\n' '  '"),
			Want: says("CapPrm: 0000000000000000 CapEff: 0000000000000000 CapBnd: 0000000000000000 CapAmb: 0000000000000000 NoNewPrivs: 1 Seccomp: 2 ")},
	}
}

func limitCases() []Case {
	limit := func(l steelyard.Limits) func(p *steelyard.Proc) {
		return func(p *steelyard.Proc) {
			if l.Wall == 0 {
				l.Wall = dur(8 * time.Second)
			}
			p.Limits = l
		}
	}
	return []Case{
		{Name: "wall limit", Exec: with(Shell("echo begun; sleep 60"), limit(steelyard.Limits{Wall: dur(300 * time.Millisecond)})), Want: func(o *steelyard.Observation) string {
			if why := ends(steelyard.EndTimeout, "wall")(o); why != "" {
				return why
			}
			if o.Outcome.Procs[0].Stdout.String() != "begun\n" {
				return "what was printed before the end is lost"
			}
			if w := o.Measure.Wall.Std(); w < 300*time.Millisecond || w > 60*time.Second {
				return "wall " + w.String()
			}
			return ""
		}},
		{Name: "stopped program", Exec: with(Shell("kill -STOP $$"), limit(steelyard.Limits{Wall: dur(300 * time.Millisecond)})), Want: ends(steelyard.EndTimeout, "wall")},
		{Name: "signals ignored", Exec: with(Python("import signal,time\nfor s in range(1,65):\n  try: signal.signal(s, signal.SIG_IGN)\n  except (OSError, ValueError): pass\nwhile 1: time.sleep(9)"),
			limit(steelyard.Limits{Wall: dur(500 * time.Millisecond)})), Want: ends(steelyard.EndTimeout, "wall")},
		{Name: "cpu limit", Exec: with(Shell("while :; do :; done"), limit(steelyard.Limits{CPU: dur(400 * time.Millisecond)})), Want: ends(steelyard.EndTimeout, "cpu")},
		{Name: "cpu limit of the tree", Namespaces: true, Exec: with(Shell("(while :; do :; done) & (while :; do :; done) & wait"), limit(steelyard.Limits{CPU: dur(600 * time.Millisecond)})), Want: ends(steelyard.EndTimeout, "cpu")},
		{Name: "cpu limit amid orphans", Namespaces: true, Exec: with(Shell("while :; do (:) & done"), limit(steelyard.Limits{CPU: dur(700 * time.Millisecond), Wall: dur(20 * time.Second)})), Want: ends(steelyard.EndTimeout, "cpu")},
		{Name: "cpu limit behind a gap", Namespaces: true, Exec: with(Shell("i=0; while [ $i -lt 400 ]; do (:); i=$((i+1)); done; (while :; do :; done) & wait"), limit(steelyard.Limits{CPU: dur(2 * time.Second), Wall: dur(20 * time.Second)})), Want: ends(steelyard.EndTimeout, "cpu")},
		{Name: "background processes die with the candidate", Exec: Shell("(setsid sleep 60 >/dev/null 2>&1 &) ; setsid sh -c 'sleep 60' & echo done"), Want: func(o *steelyard.Observation) string {
			if o.Measure.Wall.Std() > 3*time.Second {
				return "the run lasted " + o.Measure.Wall.String()
			}
			return says("done\n")(o)
		}},
		{Name: "stdout limit", Exec: with(Shell("yes"), limit(steelyard.Limits{Output: 100_000})), Want: func(o *steelyard.Observation) string {
			p := o.Outcome.Procs[0]
			if len(p.Stdout.Inline) != 100_000 || len(p.Truncated) != 1 || p.Truncated[0] != "stdout" {
				return "kept " + strconv.Itoa(len(p.Stdout.Inline))
			}
			return ends(steelyard.EndOutputLimit, "stdout")(o)
		}},
		{Name: "output of exactly the limit", Exec: with(Shell("head -c 100000 /dev/zero"), limit(steelyard.Limits{Output: 100_000})), Want: func(o *steelyard.Observation) string {
			p := o.Outcome.Procs[0]
			if p.End != steelyard.EndExited || len(p.Stdout.Inline) != 100_000 || len(p.Truncated) != 0 {
				return "want all of it, whole"
			}
			return ""
		}},
		{Name: "stderr limit", Exec: with(Shell("yes >&2"), limit(steelyard.Limits{Output: 5000})), Want: ends(steelyard.EndOutputLimit, "stderr")},
		{Name: "memory limit", Needs: steelyard.Guarantees{Memory: true}, Exec: with(Python("x = bytearray(400 << 20)\nprint(len(x))"), limit(steelyard.Limits{Memory: 128 * steelyard.MiB})),
			Want: ends(steelyard.EndOOM, "memory")},
		{Name: "memory limit of the tree", Needs: steelyard.Guarantees{Memory: true},
			Exec: with(Python("import os,time\nfor i in range(6):\n  if os.fork() == 0:\n    x = bytearray(40 << 20)\n    time.sleep(5)\n    os._exit(0)\nbad = 0\nfor i in range(6): bad |= os.wait()[1]\nos._exit(1 if bad else 0)"),
				limit(steelyard.Limits{Memory: 128 * steelyard.MiB})), Want: ends(steelyard.EndOOM, "memory")},
		{Name: "memory within the limit", Needs: steelyard.Guarantees{Memory: true}, Exec: with(Python("x = bytearray(64 << 20)\nprint(len(x))"), limit(steelyard.Limits{Memory: 128 * steelyard.MiB})),
			Want: says("67108864\n")},
		{Name: "stack limit is the memory limit", Needs: steelyard.Guarantees{Memory: true}, Exec: with(Shell("ulimit -s"), limit(steelyard.Limits{Memory: 96 * steelyard.MiB})), Want: says("98304\n")},
		{Name: "pids limit", Needs: steelyard.Guarantees{Pids: true},
			Exec: with(Python("import os,time\nn = 0\ntry:\n  for i in range(100):\n    if os.fork() == 0: time.sleep(9)\n    n += 1\nexcept OSError as e: print('refused', n < 20, flush=True)\nos._exit(3)"),
				limit(steelyard.Limits{Pids: 20})), Want: first(func(p *steelyard.ProcOutcome) string {
				if p.Stdout.String() != "refused True\n" {
					return "100 forks under a limit of 20"
				}
				if !p.PidsHit {
					return "the refusal is not reported"
				}
				return ""
			})},
		{Name: "disk limit", Exec: with(Shell("head -c 20000000 /dev/zero > f; echo $?; test $(stat -c %s f) -le 8388608 && echo 1"), limit(steelyard.Limits{Disk: 8 * steelyard.MiB})),
			Want: first(func(p *steelyard.ProcOutcome) string {
				if f := strings.Fields(p.Stdout.String()); len(f) != 2 || f[0] == "0" || f[1] != "1" {
					return "wrote more than the limit: " + p.Stdout.String()
				}
				return ""
			})},
		{Name: "open files limit", Exec: with(Python("fs = []\ntry:\n  while len(fs) < 500: fs.append(open('/dev/null'))\nexcept OSError: pass\nprint(len(fs) < 64)"), limit(steelyard.Limits{OpenFiles: 64})), Want: says("True\n")},
	}
}

func fileCases() []Case {
	return []Case{
		{Name: "files and folders", Exec: with(Shell("cat a/b/c"), func(p *steelyard.Proc) { p.Files = map[string]steelyard.Blob{"a/b/c": steelyard.Text("deep\n")} }), Want: says("deep\n")},
		{Name: "working folder", Namespaces: true, Exec: Shell("pwd"), Want: says(steelyard.WorkDir + "\n")},
		{Name: "collect", Exec: with(Shell("mkdir d; echo 1 > d/x; echo 2 > y; ln -s /etc/passwd l; mkfifo p; ln -s d e"), func(p *steelyard.Proc) {
			p.Collect = []string{"d/", "y", "l", "p", "none", "e/x"}
		}), Want: first(func(p *steelyard.ProcOutcome) string {
			if len(p.Files) != 2 || p.Files["d/x"].String() != "1\n" || p.Files["y"].String() != "2\n" {
				return "collected the wrong files"
			}
			for path, why := range map[string]string{"l": "symbolic link", "p": "named pipe", "none": "missing", "e/x": "missing"} {
				if p.Rejected[path] != why {
					return path + " was rejected as " + p.Rejected[path] + ", want " + why
				}
			}
			return ""
		})},
		{Name: "read-only world", Exec: Shell("for f in /x /usr/x /etc/x /steelyard/x /proc/sys/kernel/hostname /dev/x; do echo x 2>/dev/null > $f && echo wrote $f; done; echo none"),
			Want: first(func(p *steelyard.ProcOutcome) string {
				if p.Stdout.String() != "none\n" {
					return p.Stdout.String()
				}
				return ""
			})},
		{Name: "files in each other's way", Exec: with(Shell("true"), func(p *steelyard.Proc) {
			p.Files = map[string]steelyard.Blob{"a": steelyard.Text("x"), "a/b": steelyard.Text("y")}
		}), Want: ends(steelyard.EndNoStart, "")},
		{Name: "file name too long", Exec: with(Shell("true"), func(p *steelyard.Proc) {
			p.Files = map[string]steelyard.Blob{strings.Repeat("n", 300): steelyard.Text("x")}
		}), Want: ends(steelyard.EndNoStart, "")},
		{Name: "file larger than the disk", Exec: with(Shell("true"), func(p *steelyard.Proc) {
			p.Files = map[string]steelyard.Blob{"f": steelyard.Text(strings.Repeat("x", 2<<20))}
			p.Limits.Disk = steelyard.MiB
		}), Want: ends(steelyard.EndNoStart, "")},
		{Name: "too many files", Exec: with(Shell("true"), func(p *steelyard.Proc) {
			p.Files = map[string]steelyard.Blob{}
			for i := range 70000 {
				p.Files[strconv.Itoa(i)] = steelyard.Text("")
			}
		}), Want: ends(steelyard.EndNoStart, "")},
		{Name: "no network", Exec: Python("import socket\ntry:\n  s = socket.socket()\n  s.settimeout(2)\n  s.connect(('192.0.2.1', 80)); print('connected')\nexcept OSError as e: print('refused')"), Want: says("refused\n")},
		{Name: "own loopback", Namespaces: true, Exec: Python("import socket\na = socket.create_server(('127.0.0.1', 8765))\nb = socket.create_connection(('127.0.0.1', 8765))\nb.send(b'x')\nprint(a.accept()[0].recv(1))"), Want: says("b'x'\n")},
		{Name: "names are looked up", Namespaces: true, Exec: Python("import socket\nprint(socket.getaddrinfo('127.0.0.1', 80)[0][4][0])\ntry: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)\nexcept OSError: print('no netlink')"), Want: first(func(p *steelyard.ProcOutcome) string {
			if !strings.HasPrefix(p.Stdout.String(), "127.0.0.1\nno netlink\n") {
				return p.Stdout.String() + p.Stderr.String()
			}
			return ""
		})},
		{Name: "leave everything behind", Exec: Shell("echo x > ${TMPDIR:-/tmp}/x; echo x 2>/dev/null > /dev/shm/x; echo x > $HOME/x; echo x > x; (sleep 50 &)"), Want: says("")},
	}
}

func pairCases() []Case {
	pair := func(candidate, judge string) *steelyard.Exec {
		return &steelyard.Exec{
			Procs: []steelyard.Proc{
				{Role: steelyard.ProcCandidate, Argv: []string{"/bin/sh", "-c", candidate}, Limits: steelyard.Limits{Wall: dur(4 * time.Second)}},
				{Role: steelyard.ProcInteractor, Argv: []string{"/bin/sh", "-c", judge}, Limits: steelyard.Limits{Wall: dur(6 * time.Second)}, Files: map[string]steelyard.Blob{"secret": steelyard.Text("42\n")}},
			},
			Links: []steelyard.Link{
				{From: steelyard.ProcCandidate, To: steelyard.ProcInteractor, Cap: 1 << 20, Record: 1 << 10},
				{From: steelyard.ProcInteractor, To: steelyard.ProcCandidate, Cap: 1 << 20, Record: 1 << 10},
			},
		}
	}
	code := func(o *steelyard.Observation, role string) string {
		p := o.Outcome.Proc(role)
		return string(p.End) + " " + p.Limit + " " + strconv.Itoa(p.Code)
	}
	return []Case{
		{Name: "pair talks", Exec: pair("read a; echo got $a", "cat secret; read b; test \"$b\" = 'got 42' && exit 5"), Want: func(o *steelyard.Observation) string {
			if got := code(o, steelyard.ProcInteractor); got != "exited  5" {
				return got
			}
			if len(o.Outcome.Transcripts) != 2 || o.Outcome.Transcripts[0].String() != "got 42\n" || o.Outcome.Transcripts[1].String() != "42\n" {
				return "transcripts differ"
			}
			return ""
		}},
		{Name: "pair is apart", Namespaces: true, Exec: pair("ls -d /proc/[0-9]* 2>/dev/null | wc -l >&2; cat secret", "cat >/dev/null"), Want: func(o *steelyard.Observation) string {
			p := o.Outcome.Proc(steelyard.ProcCandidate)
			if n, _, _ := strings.Cut(p.Stderr.String(), "\n"); len(n) != 1 || n > "4" {
				return "sees " + n + " processes"
			}
			if p.Code == 0 {
				return "read the judge's file"
			}
			return ""
		}},
		{Name: "judge hears the candidate's end", Exec: pair("echo one", "while read x; do n=$x; done; echo $n >&2; exit 7"), Want: func(o *steelyard.Observation) string {
			if got := code(o, steelyard.ProcInteractor); got != "exited  7" {
				return got
			}
			return ""
		}},
		{Name: "candidate outlives the judge", Exec: pair("sleep 60", "exit 1"), Want: func(o *steelyard.Observation) string {
			if got := code(o, steelyard.ProcCandidate); got != "timeout peer 0" {
				return got
			}
			return ""
		}},
		{Name: "link limit", Exec: pair("yes", "exec sleep 2"), Want: func(o *steelyard.Observation) string {
			if p := o.Outcome.Proc(steelyard.ProcCandidate); p.End != steelyard.EndTimeout && p.End != steelyard.EndOutputLimit {
				return code(o, steelyard.ProcCandidate)
			}
			return ""
		}},
		{Name: "link flood", Exec: pair("yes", "cat >/dev/null"), Want: func(o *steelyard.Observation) string {
			if got := code(o, steelyard.ProcCandidate); got != "output_limit link 0" {
				return got
			}
			if len(o.Outcome.Transcripts[0].Inline) != 1<<10 {
				return "the transcript is not cut at its cap"
			}
			return ""
		}},
	}
}
