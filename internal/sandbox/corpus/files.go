package corpus

import (
	"fmt"
	"strings"
	"time"

	"steelyard"
)

func fileCases() []Case {
	python3 := []string{"@python"}
	return []Case{
		{
			Name: "hidden-files", Does: "reads a file of the host by path, by /proc, by climbing, and searches for it", Expect: "it is not there",
			Exec: python("hunt.py", secondsOf(30, 20)), Needs: python3, Check: finished,
		},
		{
			Name: "output-links", Does: "leaves links, devices, a pipe and a socket to be collected", Expect: "regular files only",
			Exec: collecting(python("outlinks.py", nil), "out/", "out/link", "out/up/out/honest", "out/fifo", "alias/honest"), Needs: python3,
			Check: all(finished, honestOutput, within(slack)),
		},
		{
			Name: "output-race", Does: "swaps an output for a link while it is collected", Expect: "no file of the host is read",
			Exec: collecting(python("race.py", nil), "out/"), Needs: python3, Check: all(finished, noPasswd),
		},
		{
			Name: "hard-links", Does: "links files of the host into the working folder", Expect: "refused",
			Exec: python("hardlink.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "toolchain", Does: "changes interpreters, libraries and the engine's own programs", Expect: "read-only",
			Exec: python("toolchain.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "leftovers", Does: "leaves files, shared memory, semaphores and queues behind", Expect: "the next run finds none",
			Exec: python("plant.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "set-uid", Does: "tries to gain an identity or a capability", Expect: "no new privileges",
			Exec: python("setuid.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "clutter", Does: "leaves trees that resist removal", Expect: "they go away with the run",
			Exec: python("clutter.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "mounts", Does: "mounts, unmounts, remounts and pivots", Expect: "refused",
			Exec: python("mounts.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "file-handles", Does: "opens files by guessed handles", Expect: "refused",
			Exec: python("handles.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "kernel-files", Does: "reads and writes what /proc, /sys and /dev offer", Expect: "masked or read-only",
			Exec: python("procfs.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "overwrite-init", Does: "writes to the running program and to its init", Expect: "refused",
			Exec: python("exewrite.py", nil), Needs: python3, Check: finished,
		},
	}
}

func noPasswd(o *steelyard.Observation) error {
	p, err := first(o)
	if err != nil {
		return err
	}
	for name, b := range p.Files {
		if strings.Contains(b.String(), "root:") {
			return fmt.Errorf("%s holds a file of the system", name)
		}
	}
	return nil
}

func honestOutput(o *steelyard.Observation) error {
	if err := noPasswd(o); err != nil {
		return err
	}
	p := &o.Outcome.Procs[0]
	if got := p.Files["out/honest"].String(); got != "honest\n" {
		return fmt.Errorf("the regular file was not collected: %q of %d, rejected %v", got, len(p.Files), p.Rejected)
	}
	for name := range p.Files {
		if name != "out/honest" && name != "out/sparse" {
			return fmt.Errorf("%s was collected, though it is no regular file below the folder", name)
		}
	}
	return nil
}

// unchanged demands that the collected answer is the one that was handed in.
func unchanged(o *steelyard.Observation) error {
	p, err := first(o)
	if err != nil {
		return err
	}
	if got := p.Files["out/answer"].String(); got != "handed in\n" {
		return fmt.Errorf("the answer became %q", got)
	}
	return nil
}

func rewardCases() []Case {
	return []Case{
		{
			Name: "rewrite-afterwards", Does: "hands in an answer, ends, and lets a child rewrite it", Expect: "everything is dead before output is read",
			Exec: collecting(python("afterwards.py", nil), "out/"), Needs: []string{"@python"}, Check: all(finished, unchanged, within(slack)),
		},
		{
			Name: "link-flood", Does: "floods the link to its peer, and hangs it", Expect: "the link's cap ends it",
			Exec: linkFlood(), Needs: []string{"@python"}, Check: all(endsWith(steelyard.EndOutputLimit), within(10*time.Second)),
		},
		{
			Name: "peer", Does: "looks for the folder and the process of its peer", Expect: "each sees only its own",
			Exec: peers(), Needs: []string{"@python"}, Check: finished,
		},
	}
}

func pair(candidate, peer string, size steelyard.Size) *steelyard.Exec {
	proc := func(role, code string) steelyard.Proc {
		return steelyard.Proc{
			Role: role, Argv: []string{"@python", "attack.py"}, Limits: limits(nil),
			Files: map[string]steelyard.Blob{"attack.py": steelyard.Text(read("prelude.py") + code)},
		}
	}
	return &steelyard.Exec{
		Procs: []steelyard.Proc{proc(steelyard.ProcCandidate, candidate), proc(steelyard.ProcInteractor, peer)},
		Links: []steelyard.Link{
			{From: steelyard.ProcCandidate, To: steelyard.ProcInteractor, Cap: size, Record: steelyard.KiB},
			{From: steelyard.ProcInteractor, To: steelyard.ProcCandidate, Cap: size, Record: steelyard.KiB},
		},
	}
}

func linkFlood() *steelyard.Exec {
	return pair("while True:\n    os.write(1, b'x' * 65536)\n", "while sys.stdin.buffer.read(65536):\n    pass\n", 4*steelyard.MiB)
}

// peers cannot report on standard output, which is linked: the candidate writes
// its report to standard error, which the checks below read as its output.
func peers() *steelyard.Exec {
	x := pair(read("peer.py"), "open('secret', 'w').write('secret')\nprint('ready', flush=True)\nsys.stdin.read()\n", steelyard.MiB)
	x.Procs[0].Collect = []string{"report"}
	return x
}
