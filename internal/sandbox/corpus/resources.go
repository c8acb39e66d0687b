package corpus

import (
	"fmt"
	"time"

	"steelyard"
)

func secondsOf(wall, cpu float64) func(*steelyard.Limits) {
	return func(l *steelyard.Limits) {
		l.Wall = steelyard.Duration(wall * float64(time.Second))
		l.CPU = steelyard.Duration(cpu * float64(time.Second))
	}
}

func memory(size steelyard.Size) func(*steelyard.Limits) {
	return func(l *steelyard.Limits) { l.Memory = size }
}

func pids(n int, wall float64) func(*steelyard.Limits) {
	return func(l *steelyard.Limits) {
		secondsOf(wall, 60)(l)
		l.Pids = n
	}
}

// slack is how long an end may take beyond its limit on a loaded machine.
const slack = 3 * time.Second

func resourceCases() []Case {
	const (
		timeout = steelyard.EndTimeout
		oom     = steelyard.EndOOM
		exited  = steelyard.EndExited
		killed  = steelyard.EndSignalled
		output  = steelyard.EndOutputLimit
	)
	python3, gcc := []string{"@python"}, []string{"@gcc"}
	return append([]Case{
		{
			Name: "fork-bomb", Does: "forks for ever in every process", Expect: "forks are refused, the time limit ends all",
			Exec: python("forkbomb.py", pids(48, 1.5)), Needs: python3,
			Check: all(endsWith(timeout), says("refused: fork"), within(1500*time.Millisecond+slack)),
		},
		{
			Name: "daemons", Does: "leaves daemons in sessions of their own", Expect: "they die with the run",
			Exec: python("daemons.py", nil), Needs: python3, Check: all(finished, within(slack)),
		},
		{
			Name: "thread-bomb", Does: "starts threads without end", Expect: "threads count as processes",
			Exec: python("threads.py", pids(48, 10)), Needs: python3, Check: all(finished, says("refused: thread")),
		},
		{
			Name: "zombies", Does: "makes children and orphans that nobody waits for", Expect: "the init reaps them",
			Exec: python("zombies.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "memory", Does: "touches memory without end", Expect: "out of memory at the limit",
			Exec: python("touch.py", memory(96*steelyard.MiB)), Needs: python3, Check: endsWith(oom),
		},
		{
			Name: "memory-by-many", Does: "touches memory in many processes, each below the limit", Expect: "the limit is of the group",
			Exec: python("manytouch.py", memory(128*steelyard.MiB)), Needs: python3, Check: endsWith(oom, exited, killed),
		},
		{
			Name: "memory-file", Does: "writes 1 GiB into a memory file", Expect: "it is charged and limited",
			Exec: python("memfd.py", memory(96*steelyard.MiB)), Needs: python3, Check: endsWith(oom, exited),
		},
		{
			Name: "huge-map", Does: "maps terabytes without using them", Expect: "granted or refused, no harm",
			Exec: python("hugemap.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "stack", Does: "recurses without end", Expect: "its own crash",
			Exec: native("recurse.c", memory(64*steelyard.MiB)), Needs: gcc, Check: endsWith(killed, oom),
		},
		{
			Name: "disk", Does: "fills every folder by writing, allocating and sparse files", Expect: "no space left, inside only",
			Exec: python("fill.py", nil), Needs: python3, Check: either(finished, endsWith(oom)),
		},
		{
			Name: "inodes", Does: "makes empty files without end", Expect: "a bound on files",
			Exec: python("inodes.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "descriptors", Does: "hoards pipes, sockets, epolls, files and memory files", Expect: "refused at the limit",
			Exec: python("hoard.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "deep-tree", Does: "makes a tree as deep as it goes with the longest names", Expect: "it goes away with the run",
			Exec: python("deep.py", nil), Needs: python3, Check: finished,
		},
		{
			Name: "flood-stdout", Does: "writes to standard output without end and without a newline", Expect: "cut at the limit and said so",
			Exec: python("flood.py", nil), Needs: python3, Check: all(endsWith(output), cut("stdout"), within(slack)),
		},
		{
			Name: "flood-stderr", Does: "writes to standard error without end", Expect: "cut at the limit and said so",
			Exec: python("flooderr.py", nil), Needs: python3, Check: all(endsWith(output), cut("stderr"), within(slack)),
		},
		{
			Name: "inherited-pipe", Does: "ends and leaves the pipe to a child that floods it", Expect: "reading stops with the run",
			Exec: python("inherit.py", nil), Needs: python3, Check: all(endsWith(exited), within(slack)),
		},
		{
			Name: "cpu-of-children", Does: "spins in two children", Expect: "the limit is of the tree",
			Exec: python("spin2.py", secondsOf(30, 1)), Needs: python3, Check: all(endsWith(timeout), within(20*time.Second)),
		},
		{
			Name: "sleep", Does: "sleeps", Expect: "the wall limit",
			Exec: python("sleep.py", secondsOf(0.5, 10)), Needs: python3, Check: all(endsWith(timeout), within(500*time.Millisecond+slack)),
		},
		{
			Name: "ignore-signals", Does: "ignores every signal and spins", Expect: "killed",
			Exec: python("ignore.py", secondsOf(1, 10)), Needs: python3, Check: all(endsWith(timeout), within(time.Second+slack)),
		},
		{
			Name: "stopped", Does: "stops itself, and a child stops it again", Expect: "the wall limit",
			Exec: python("stop.py", secondsOf(0.5, 10)), Needs: python3, Check: all(endsWith(timeout), within(500*time.Millisecond+slack)),
		},
		{
			Name: "vfork", Does: "sleeps in the kernel behind a vfork child", Expect: "the wall limit",
			Exec: native("vfork.c", secondsOf(0.5, 10)), Needs: gcc, Check: all(endsWith(timeout), within(500*time.Millisecond+slack)),
		},
		{
			Name: "sync", Does: "asks for the disk to be flushed without end", Expect: "no disk is meant",
			Exec: python("syncs.py", nil), Needs: python3, Check: finished,
		},
	}, compilerCases()...)
}

// compilerCases attack through the compiler, which has limits of its own.
func compilerCases() []Case {
	compile := func(name, does string, lim func(*steelyard.Limits), check func(*steelyard.Observation) error) Case {
		x := command(func(p *steelyard.Proc) {
			p.Role = steelyard.ProcCompiler
			p.Files = map[string]steelyard.Blob{"bomb.c": steelyard.Text(read(name + ".c"))}
			p.Limits = limits(lim)
		}, "@gcc", "-O1", "-o", "bomb", "bomb.c")
		return Case{
			Name: "compile-" + name, Does: does, Expect: "the compiler fails within its limits", Exec: x, Needs: []string{"@gcc"},
			Check: all(check, within(4*time.Second+slack)),
		}
	}
	bomb := func(l *steelyard.Limits) {
		secondsOf(4, 2)(l)
		l.Memory = 256 * steelyard.MiB
	}
	return []Case{
		compile("include", "includes itself twice, two hundred deep", bomb, failsToCompile),
		compile("zero", "includes an endless device", bomb, failsToCompile),
		compile("expand", "expands macros to millions of numbers", bomb, failsToCompile),
		compile("bigobject", "asks for an object file of 4 GiB", bomb, failsToCompile),
	}
}

func failsToCompile(o *steelyard.Observation) error {
	p, err := first(o)
	if err != nil {
		return err
	}
	if p.End == steelyard.EndExited && p.Code == 0 {
		return fmt.Errorf("it compiled: %s", told(p))
	}
	return nil
}

// cut demands that a stream was cut at its limit and that this is said.
func cut(stream string) func(*steelyard.Observation) error {
	return func(o *steelyard.Observation) error {
		p, err := first(o)
		if err != nil {
			return err
		}
		size := p.Stdout.Size
		if stream == "stderr" {
			size = p.Stderr.Size
		}
		said := p.Limit == stream
		for _, t := range p.Truncated {
			said = said || t == stream
		}
		if !said || size > int64(steelyard.MiB) || size == 0 {
			return fmt.Errorf("%s: %d bytes kept, limit %q, truncated %v", stream, size, p.Limit, p.Truncated)
		}
		return nil
	}
}
