package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"steelyard"
	"steelyard/internal/format"
	"steelyard/internal/score"
)

// inputFlags say what is weighed.
type inputFlags struct {
	Tasks     string `placeholder:"PATH" required:"" help:"Tasks: a file, a directory, or - for standard input."`
	From      string `placeholder:"FORMAT" help:"Format of the tasks (default: told from the content); steelyard list formats prints them."`
	Rollouts  string `placeholder:"PATH" help:"Rollouts: a file, a directory, or - for standard input."`
	Gold      bool   `help:"Weigh every task's own solution."`
	Null      bool   `help:"Weigh a candidate that does nothing."`
	Limit     int    `placeholder:"N" help:"Only the first N tasks."`
	OnBadLine string `enum:"stop,skip" default:"stop" help:"What an unreadable record does: stop, or skip with an error record."`
}

func (f *inputFlags) validate() error {
	n := 0
	for _, set := range []bool{f.Rollouts != "", f.Gold, f.Null} {
		if set {
			n++
		}
	}
	switch {
	case n == 0:
		return &steelyard.InputError{Field: "--rollouts", Problem: "nothing to weigh", Remedy: "name rollouts with --rollouts PATH, or give --gold or --null"}
	case n > 1:
		return &steelyard.InputError{Field: "--rollouts", Problem: "--rollouts, --gold and --null exclude each other", Remedy: "give one of them"}
	case f.Tasks == "-" && f.Rollouts == "-":
		return &steelyard.InputError{Field: "--rollouts", Problem: "tasks and rollouts cannot both come from standard input", Remedy: "put one of them into a file"}
	case f.Limit < 0:
		return &steelyard.InputError{Field: "--limit", Problem: "is negative", Remedy: "give the number of tasks to weigh"}
	}
	return nil
}

// identity names the inputs, as part of the run's id.
func (f *inputFlags) identity() []string {
	abs := func(path string) string {
		if path == "" || path == "-" {
			return path
		}
		if a, err := filepath.Abs(path); err == nil {
			return a
		}
		return path
	}
	return []string{"tasks", abs(f.Tasks), "from", f.From, "rollouts", abs(f.Rollouts), "gold", strconv.FormatBool(f.Gold), "null", strconv.FormatBool(f.Null)}
}

// input turns the sources into jobs. After the sequence has ended, err says why
// if the input was at fault; skipped records went to onSkip.
type input struct {
	f       *inputFlags
	prepare func(*steelyard.Task) (*score.Task, error)
	tasks   format.Source
	rolls   format.Source
	onSkip  func(*steelyard.ErrorRecord)

	// offered counts jobs handed out; known is set when there will be no more.
	offered atomic.Int64
	known   atomic.Bool
	// read and size are bytes of the source that makes the jobs; size is 0 when
	// nobody knows.
	read atomic.Int64
	size int64
	err  error
}

func (w *world) openInput(ctx context.Context, f *inputFlags) (*input, error) {
	in := &input{f: f}
	var err error
	if in.tasks, err = w.source(ctx, f.Tasks); err != nil {
		return nil, err
	}
	driver := &in.tasks
	if f.Rollouts != "" {
		if in.rolls, err = w.source(ctx, f.Rollouts); err != nil {
			return nil, err
		}
		driver = &in.rolls
	}
	in.size = fileSize(driver.Name)
	in.count(driver)
	return in, nil
}

func (w *world) source(ctx context.Context, path string) (format.Source, error) {
	if path == "-" {
		return format.Reader("-", &interruptible{ctx: ctx, r: w.Stdin}), nil
	}
	src, err := format.Path(path)
	if err != nil || src.Open == nil {
		return src, err
	}
	open := src.Open
	if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
		src.Open = func() (io.ReadCloser, error) {
			r, err := open()
			if err != nil {
				return nil, err
			}
			return &stoppable{ctx, r}, nil
		}
		return src, nil
	}
	// A pipe may be silent for hours, and even its opening may wait.
	src.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(&interruptible{ctx: ctx, r: &lateOpen{open: open}}), nil
	}
	return src, nil
}

// stoppable ends a long read of a file when the run is interrupted.
type stoppable struct {
	ctx context.Context //nolint:containedctx // of the run that reads
	io.ReadCloser
}

func (s *stoppable) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	return s.ReadCloser.Read(p)
}

// lateOpen opens at its first read.
type lateOpen struct {
	open func() (io.ReadCloser, error)
	r    io.ReadCloser
}

func (l *lateOpen) Read(p []byte) (int, error) {
	if l.r == nil {
		var err error
		if l.r, err = l.open(); err != nil {
			return 0, err
		}
	}
	n, err := l.r.Read(p)
	if err != nil {
		_ = l.r.Close() // it was only read
	}
	return n, err
}

// interruptible ends a read that waits for input when the run is interrupted:
// somebody may be holding the other end of the pipe open for hours.
type interruptible struct {
	ctx context.Context //nolint:containedctx // of the run that reads
	r   io.Reader
	ch  chan chunk
	// rest is what was received and not yet read.
	rest chunk
}

type chunk struct {
	b   []byte
	err error
}

func (i *interruptible) Read(p []byte) (int, error) {
	if i.ch == nil {
		i.ch = make(chan chunk)
		go func() {
			// This goroutine may stay in its read until the process ends; nothing
			// can take a read back from a pipe.
			for {
				b := make([]byte, 64<<10)
				n, err := i.r.Read(b)
				select {
				case i.ch <- chunk{b[:n], err}:
				case <-i.ctx.Done():
					return
				}
				if err != nil {
					return
				}
			}
		}()
	}
	if i.rest.b == nil && i.rest.err == nil {
		select {
		case i.rest = <-i.ch:
		case <-i.ctx.Done():
			return 0, context.Cause(i.ctx)
		}
	}
	n := copy(p, i.rest.b)
	i.rest.b = i.rest.b[n:]
	if len(i.rest.b) > 0 {
		return n, nil
	}
	i.rest.b = nil
	return n, i.rest.err
}

// count has the bytes of a source counted as they are read.
func (in *input) count(src *format.Source) {
	open := src.Open
	if open == nil {
		return
	}
	src.Open = func() (io.ReadCloser, error) {
		r, err := open()
		if err != nil {
			return nil, err
		}
		return &countingReader{r, &in.read}, nil
	}
}

type countingReader struct {
	io.ReadCloser
	n *atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (in *input) options(only format.Holds) format.Options {
	opt := format.Options{Only: only}
	if in.f.OnBadLine == "skip" {
		opt.OnBad = format.Skip
	}
	return opt
}

// jobs yields what is to be weighed.
func (in *input) jobs() iter.Seq[score.Job] {
	return func(yield func(score.Job) bool) {
		defer in.known.Store(true)
		counted := func(j score.Job) bool {
			in.offered.Add(1)
			return yield(j)
		}
		if in.f.Rollouts == "" {
			in.err = in.ofTasks(counted)
			return
		}
		in.err = in.ofRollouts(counted)
	}
}

// eachTask reads the tasks in order.
func (in *input) eachTask(fn func(*steelyard.Task) (bool, error)) error {
	n := 0
	for it, err := range format.Read(in.tasks, in.f.From, in.options(format.HoldsTasks)) {
		if err != nil {
			return err
		}
		if it.Error != nil {
			in.onSkip(it.Error)
			continue
		}
		n++
		if in.f.Limit > 0 && n > in.f.Limit {
			return nil
		}
		more, err := fn(it.Task)
		if err != nil {
			return place(err, it.File, it.Line)
		}
		if !more {
			return nil
		}
	}
	if n == 0 {
		return &steelyard.InputError{File: in.f.Tasks, Problem: "holds no task", Remedy: "name the file with the tasks, and its format with --from"}
	}
	return nil
}

// ofTasks makes one job a task: its own solution, or one that does nothing. No
// task is kept.
func (in *input) ofTasks(yield func(score.Job) bool) error {
	return in.eachTask(func(t *steelyard.Task) (bool, error) {
		p, err := in.prepare(t)
		if err != nil {
			return false, err
		}
		if in.f.Null {
			r := format.NullRollout(t)
			return yield(score.Job{Task: p, Rollout: &r}), nil
		}
		r, ok := format.Gold(t)
		if !ok {
			r = steelyard.Rollout{ID: format.GoldID, Task: t.ID, Policy: format.GoldID}
			if p.Broken == "" {
				p.Broken = score.NoGold
			}
		}
		return yield(score.Job{Task: p, Rollout: &r, Gold: true}), nil
	})
}

// ofRollouts keeps the tasks and makes one job a rollout.
func (in *input) ofRollouts(yield func(score.Job) bool) error {
	tasks := map[string]*score.Task{}
	limited := false
	err := in.eachTask(func(t *steelyard.Task) (bool, error) {
		p, err := in.prepare(t)
		if err != nil {
			return false, err
		}
		tasks[t.ID] = p
		return true, nil
	})
	if err != nil {
		return err
	}
	limited = in.f.Limit > 0 && len(tasks) == in.f.Limit
	opt := in.options(format.HoldsRollouts)
	opt.Known = func(id string) bool { _, ok := tasks[id]; return ok }
	n := 0
	for it, err := range format.Read(in.rolls, "", opt) {
		if err != nil {
			return err
		}
		if it.Error != nil {
			in.onSkip(it.Error)
			continue
		}
		n++
		t, ok := tasks[it.Rollout.Task]
		if !ok {
			if limited {
				continue // a rollout of a task beyond --limit
			}
			bad := &steelyard.InputError{
				File: it.File, Line: it.Line, Field: "task", Problem: fmt.Sprintf("there is no task %q in %s", it.Rollout.Task, in.f.Tasks),
				Remedy: "name tasks and rollouts that belong together",
			}
			if in.f.OnBadLine == "skip" {
				in.onSkip(errorRecord(bad))
				continue
			}
			return bad
		}
		if !yield(score.Job{Task: t, Rollout: it.Rollout}) {
			return nil
		}
	}
	if n == 0 {
		return &steelyard.InputError{File: in.f.Rollouts, Problem: "holds no rollout", Remedy: "name the file with the rollouts"}
	}
	return nil
}

func errorRecord(e *steelyard.InputError) *steelyard.ErrorRecord {
	return &steelyard.ErrorRecord{
		Type: "error", V: steelyard.WireVersion, File: e.File, Line: e.Line, Field: e.Field, Error: e.Problem, Remedy: e.Remedy,
	}
}

// place adds where the input was at fault to an error that does not say so.
func place(err error, file string, line int) error {
	var e *steelyard.InputError
	if errors.As(err, &e) && e.File == "" {
		c := *e
		c.File, c.Line = file, line
		return &c
	}
	return err
}
