package corpus

// Item is one threat that a sandbox for hostile programs has to answer, and
// where it is answered: by cases of this corpus, or elsewhere.
type Item struct {
	// N counts from 1 and is stable.
	N     int
	Title string
	Cases []string
	// Elsewhere says what proves it outside this package.
	Elsewhere string
}

// Coverage returns the list of threats. Every one has cases or says what else
// answers it; a test holds the list and the cases together.
func Coverage() []Item {
	const (
		rows    = "function grader: attack matrix in rows and tester mode"
		suites  = "repository suites are weighed from a restored tree; not in this version"
		parsers = "fuzz tests of every decoder"
	)
	items := []Item{
		{Title: "fork bomb", Cases: []string{"fork-bomb"}},
		{Title: "daemons by double fork", Cases: []string{"daemons"}},
		{Title: "thread bomb", Cases: []string{"thread-bomb"}},
		{Title: "zombies and orphans", Cases: []string{"zombies"}},
		{Title: "memory touched until killed", Cases: []string{"memory"}},
		{Title: "memory of many processes", Cases: []string{"memory-by-many"}},
		{Title: "shared memory fill", Cases: []string{"disk"}},
		{Title: "memory files", Cases: []string{"memory-file"}},
		{Title: "huge untouched maps", Cases: []string{"huge-map"}},
		{Title: "stack overflow", Cases: []string{"stack"}},
		{Title: "kernel memory by directory entries", Cases: []string{"inodes"}},
		{Title: "kernel memory by pipes, sockets, epolls", Cases: []string{"descriptors"}},
		{Title: "disk fill by write, allocation, sparse files", Cases: []string{"disk"}},
		{Title: "inode exhaustion", Cases: []string{"inodes"}},
		{Title: "deep trees and long names", Cases: []string{"deep-tree"}},
		{Title: "output flood", Cases: []string{"flood-stdout", "flood-stderr", "link-flood"}},
		{Title: "flood through an inherited pipe", Cases: []string{"inherited-pipe"}},
		{Title: "CPU of a tree", Cases: []string{"cpu-of-children"}},
		{Title: "sleep", Cases: []string{"sleep"}},
		{Title: "ignored signals", Cases: []string{"ignore-signals"}},
		{Title: "stopped processes", Cases: []string{"stopped"}},
		{Title: "uninterruptible sleep", Cases: []string{"vfork"}},
		{Title: "flush storm", Cases: []string{"sync"}},
		{Title: "noisy neighbour", Elsewhere: "not prevented: measured by the oversubscription soak"},
		{Title: "compiler bombs", Cases: []string{"compile-include", "compile-zero", "compile-expand"}},
		{Title: "compiler output and huge binaries", Cases: []string{"compile-include", "compile-bigobject"}},
		{Title: "bombs for our own parsers", Elsewhere: parsers},
		{Title: "hidden tests by path", Cases: []string{"hidden-files"}},
		{Title: "another slot's tree", Cases: []string{"hidden-files", "peer"}},
		{Title: "symbolic links as output", Cases: []string{"output-links"}},
		{Title: "hard links to protected files", Cases: []string{"hard-links"}},
		{Title: "swapping files while they are collected", Cases: []string{"output-race"}},
		{Title: "pipes, sockets, devices as output", Cases: []string{"output-links"}},
		{Title: "path traversal in archives", Elsewhere: parsers},
		{Title: "links and writes through them in archives", Elsewhere: parsers},
		{Title: "replaced result files", Elsewhere: rows},
		{Title: "writes to tool chains and layers", Cases: []string{"toolchain"}},
		{Title: "changed tests and configuration", Elsewhere: suites},
		{Title: "planted byte code", Elsewhere: "byte code is never written or read in a working folder; see the environment's variables"},
		{Title: "files left for the next run", Cases: []string{"leftovers"}},
		{Title: "set-uid programs and file capabilities", Cases: []string{"set-uid"}},
		{Title: "trees that resist removal", Cases: []string{"clutter"}},
		{Title: "mounts", Cases: []string{"mounts"}},
		{Title: "file handles", Cases: []string{"file-handles"}},
		{Title: "memory of other processes", Cases: []string{"kernel-files", "trace"}},
		{Title: "kernel files", Cases: []string{"kernel-files"}},
		{Title: "core pattern, release agent", Cases: []string{"kernel-files"}},
		{Title: "overwriting the running program", Cases: []string{"overwrite-init"}},
		{Title: "signals to everyone", Cases: []string{"kill-everyone"}},
		{Title: "tracing", Cases: []string{"trace"}},
		{Title: "own user namespace", Cases: []string{"namespaces"}},
		{Title: "inherited namespaces", Cases: []string{"descriptors-inherited"}},
		{Title: "inherited descriptors", Cases: []string{"descriptors-inherited"}},
		{Title: "io_uring", Cases: []string{"io-uring"}},
		{Title: "privileged calls", Cases: []string{"kernel-calls"}},
		{Title: "foreign system call interfaces", Cases: []string{"foreign-abi"}},
		{Title: "personality", Cases: []string{"personality"}},
		{Title: "filters of one's own", Cases: []string{"filters"}},
		{Title: "terminal injection", Cases: []string{"descriptors-inherited"}},
		{Title: "clocks", Cases: []string{"clock"}},
		{Title: "priorities and limits", Cases: []string{"scheduling"}},
		{Title: "known kernel faults", Elsewhere: "doctor names the kernel's version"},
		{Title: "starts that fail", Cases: []string{"no-such-program", "no-program", "no-interpreter", "folder-as-program"}},
		{Title: "killing the init", Cases: []string{"kill-everyone"}},
		{Title: "internet, metadata, host services", Cases: []string{"egress"}},
		{Title: "name resolution as a channel", Cases: []string{"egress"}},
		{Title: "unusual socket families", Cases: []string{"socket-families", "egress"}},
		{Title: "squatted ports and names", Cases: []string{"squatting"}},
		{Title: "secrets in environments", Cases: []string{"secrets"}},
		{Title: "fingerprints and covert channels", Elsewhere: "not prevented: documented"},
		{Title: "exit before the tests", Elsewhere: rows},
		{Title: "patched assertions and equality", Elsewhere: rows},
		{Title: "skipped and vanished tests", Elsewhere: rows},
		{Title: "forged reports", Elsewhere: rows},
		{Title: "behaving under test only", Elsewhere: "sampled second executions"},
		{Title: "expected output within reach", Elsewhere: "program grader: answers stay out of the candidate's reach"},
		{Title: "special-casing of visible inputs", Elsewhere: rows},
		{Title: "verdicts that depend on the run", Elsewhere: "sampled second executions"},
		{Title: "children that rewrite output before grading", Cases: []string{"rewrite-afterwards"}},
		{Title: "flooding the engine's interface", Elsewhere: "one engine on one machine has none"},
	}
	for i := range items {
		items[i].N = i + 1
	}
	return items
}
