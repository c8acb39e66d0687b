package steelyard

// Guarantees are what a run demands of its sandbox. The default ones are kill,
// files and network; Memory and Pids follow from the limits that are set.
type Guarantees struct {
	Memory bool `json:"memory,omitempty"`
	Pids   bool `json:"pids,omitempty"`
}

// Demands returns the guarantees that x needs beyond the default ones.
func (x *Exec) Demands() Guarantees {
	var g Guarantees
	for i := range x.Procs {
		g.Memory = g.Memory || x.Procs[i].Limits.Memory > 0
		g.Pids = g.Pids || x.Procs[i].Limits.Pids > 0
	}
	return g
}

type stepKey struct {
	Exec       Exec       `json:"exec"`
	Env        Digest     `json:"env"`
	Guest      string     `json:"guest"`
	Guarantees Guarantees `json:"guarantees"`
}

// StepKey names an execution: the same key means that observations may be
// reused. It covers the Exec with its layers, the environment, the version of
// the guest programs, and the guarantees demanded. The role names are part of it.
func StepKey(x *Exec, env Digest, guest string) (Digest, error) {
	k := stepKey{Exec: *x, Env: env, Guest: guest, Guarantees: x.Demands()}
	k.Exec.BaseStep = "" // Base names the content; the step's name does not matter
	k.Exec.Procs = make([]Proc, len(x.Procs))
	for i := range x.Procs {
		p := x.Procs[i]
		p.Stdin = named(p.Stdin)
		p.Files = namedFiles(p.Files)
		k.Exec.Procs[i] = p
	}
	return DigestJSON(k)
}

func named(b Blob) Blob {
	if b.IsZero() {
		return b
	}
	return Blob{Digest: b.Sum(), Size: b.Size}
}

func namedFiles(files map[string]Blob) map[string]Blob {
	if files == nil {
		return nil
	}
	out := make(map[string]Blob, len(files))
	for path, b := range files {
		out[path] = Blob{Digest: b.Sum(), Size: b.Size}
	}
	return out
}

type scoreKey struct {
	Task         Digest `json:"task"`
	Output       Digest `json:"output"`
	Grader       string `json:"grader"`
	Program      string `json:"program"`
	Observations Digest `json:"observations"`
}

// ScoreKey names a verdict and reward: everything they are computed from.
func ScoreKey(task, output Digest, grader, program string, observations Digest) (Digest, error) {
	return DigestJSON(scoreKey{task, output, grader, program, observations})
}

// ComputeDigest returns the task's digest: everything but Meta.
func (t *Task) ComputeDigest() (Digest, error) {
	c := *t
	c.Meta = nil
	return DigestJSON(&c)
}
