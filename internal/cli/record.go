package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"steelyard"
)

// flushEvery bounds how long a record waits for company in the buffer.
const flushEvery = 50 * time.Millisecond

// sink takes records. It is safe for concurrent use.
type sink interface {
	reward(r *steelyard.Reward) error
	skipped(r *steelyard.ErrorRecord) error
	summary(s *steelyard.Summary) error
	// close writes what is buffered.
	close() error
}

// openSink returns the sink that the flags ask for.
// inputs are the files that the command reads: none of them may be written.
func (w *world) openSink(f *outputFlags, inputs ...string) (sink, error) {
	out, closer := w.Stdout, func() error { return nil }
	columns, terminal := w.Terminal(w.Stdout)
	if f.Out != "" {
		file, err := openOut(f.Out, inputs)
		if err != nil {
			return nil, err
		}
		out, closer, terminal = file, file.Close, false
	}
	if f.Format == "text" || f.Format == "auto" && terminal {
		if columns == 0 {
			columns = wide
		}
		return &textSink{w: out, closer: closer, columns: columns, colour: terminal && w.Getenv("NO_COLOR") == ""}, nil
	}
	return newLineSink(out, closer, f.Stable), nil
}

// outFile empties the file it writes at its first record, so that a command that
// fails before it has one leaves an earlier result alone.
type outFile struct {
	*os.File
	begun bool
}

func openOut(path string, inputs []string) (*outFile, error) {
	bad := func(problem string, err error) error {
		return &steelyard.InputError{Field: "--out", File: path, Problem: problem, Err: err, Remedy: "name another file"}
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, bad("cannot be written", err)
	}
	out, err := file.Stat()
	if err != nil {
		return nil, bad("cannot be written", errors.Join(err, file.Close()))
	}
	for _, in := range inputs {
		if st, err := os.Stat(in); err == nil && os.SameFile(st, out) && st.Mode().IsRegular() {
			return nil, bad("is an input of this command", file.Close())
		}
	}
	return &outFile{File: file}, nil
}

// Write writes to the file, which it first empties.
func (o *outFile) Write(p []byte) (int, error) {
	if !o.begun {
		o.begun = true
		// A pipe or a device has nothing to be emptied.
		if st, err := o.Stat(); err == nil && st.Mode().IsRegular() {
			if err := o.Truncate(0); err != nil {
				return 0, err
			}
		}
	}
	return o.File.Write(p)
}

// lineSink writes JSON lines.
type lineSink struct {
	stable bool
	closer func() error
	stop   chan struct{}
	ended  chan struct{}

	mu  sync.Mutex
	buf *bufio.Writer
	enc *json.Encoder
	err error
	// told: the error was returned to the caller.
	told bool
}

func newLineSink(out io.Writer, closer func() error, stable bool) *lineSink {
	s := &lineSink{stable: stable, closer: closer, stop: make(chan struct{}), ended: make(chan struct{}), buf: bufio.NewWriterSize(out, 64<<10)}
	s.enc = json.NewEncoder(s.buf)
	s.enc.SetEscapeHTML(false)
	go func() {
		defer close(s.ended)
		t := time.NewTicker(flushEvery)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				s.flush()
			case <-s.stop:
				return
			}
		}
	}()
	return s
}

func (s *lineSink) flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.buf.Flush(); err != nil && s.err == nil {
		s.err = err
	}
}

func (s *lineSink) encode(v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = s.enc.Encode(v)
	}
	if s.err != nil {
		s.told = true
		return fmt.Errorf("write records: %w", s.err)
	}
	return nil
}

func (s *lineSink) reward(r *steelyard.Reward) error {
	if s.stable {
		r.Measure = nil
	}
	return s.encode(r)
}

func (s *lineSink) skipped(r *steelyard.ErrorRecord) error { return s.encode(r) }

func (s *lineSink) summary(r *steelyard.Summary) error {
	if s.stable {
		r.WallS = 0
	}
	return s.encode(r)
}

func (s *lineSink) close() error {
	close(s.stop)
	<-s.ended
	s.flush()
	err := s.err
	if s.told {
		_ = s.closer() // the error that was told is the first
		return nil
	}
	if cerr := s.closer(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}
