package cli

import (
	"bufio"
	"encoding/json"
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
func (w *world) openSink(f *outputFlags) (sink, error) {
	out, closer := w.Stdout, func() error { return nil }
	columns, terminal := w.Terminal(w.Stdout)
	if f.Out != "" {
		file, err := os.Create(f.Out)
		if err != nil {
			return nil, &steelyard.InputError{Field: "--out", File: f.Out, Problem: "cannot be written", Err: err, Remedy: "name another file"}
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
	if cerr := s.closer(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("write records: %w", err)
	}
	return nil
}
