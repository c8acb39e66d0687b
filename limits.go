package steelyard

// Limits bounds one process tree. A zero field means the default of the format
// or grader that made the step; the engine fills every field before a sandbox
// sees it, except Memory and Pids, which are demanded only when set.
type Limits struct {
	// Wall is the longest time from the start of the candidate to its end.
	// Queueing and set-up do not count.
	Wall Duration `json:"wall,omitempty"`
	// CPU is the longest user plus system time of the whole process tree.
	CPU Duration `json:"cpu,omitempty"`
	// Memory bounds the tree's memory; the stack limit equals it.
	Memory Size `json:"memory,omitempty"`
	// Pids bounds processes and threads together.
	Pids int `json:"pids,omitempty"`
	// Output bounds the bytes kept of each output stream; more than this ends
	// the run with EndOutputLimit.
	Output Size `json:"output,omitempty"`
	// Disk bounds the bytes written below the working and temporary folders.
	Disk Size `json:"disk,omitempty"`
	// OpenFiles bounds file descriptors of one process.
	OpenFiles int `json:"open_files,omitempty"`
}

// Or returns l with its zero fields taken from d.
func (l Limits) Or(d Limits) Limits {
	pick(&l.Wall, d.Wall)
	pick(&l.CPU, d.CPU)
	pick(&l.Memory, d.Memory)
	pick(&l.Pids, d.Pids)
	pick(&l.Output, d.Output)
	pick(&l.Disk, d.Disk)
	pick(&l.OpenFiles, d.OpenFiles)
	return l
}

func pick[T comparable](field *T, def T) {
	var zero T
	if *field == zero {
		*field = def
	}
}
