package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"steelyard/internal/score"
)

const (
	redrawEvery = 200 * time.Millisecond
	noteEvery   = 30 * time.Second
)

// progress tells people how far a run is: one line that is redrawn on a
// terminal, and a new line every half minute elsewhere.
type progress struct {
	w        io.Writer
	terminal bool
	columns  int
	began    time.Time
	counts   func() score.Counts
	// total returns how many rollouts there will be, 0 when nobody knows, and
	// whether that is an estimate.
	total func() (n int, estimate bool)
	stop  chan struct{}
	ended chan struct{}
}

// startProgress begins to print; the returned function ends it and leaves the
// terminal clean.
func (w *world) startProgress(counts func() score.Counts, total func() (int, bool)) (end func()) {
	if w.quiet {
		return func() {}
	}
	columns, terminal := w.Terminal(w.Stderr)
	p := &progress{
		w: w.Stderr, terminal: terminal, columns: columns, began: time.Now(),
		counts: counts, total: total, stop: make(chan struct{}), ended: make(chan struct{}),
	}
	every := noteEvery
	if terminal {
		every = redrawEvery
	}
	go func() {
		defer close(p.ended)
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				p.print()
			case <-p.stop:
				if terminal {
					fmt.Fprint(p.w, "\r\x1b[K")
				}
				return
			}
		}
	}()
	return func() {
		close(p.stop)
		<-p.ended
	}
}

func (p *progress) print() {
	line := p.line(time.Since(p.began))
	if !p.terminal {
		fmt.Fprintln(p.w, "steelyard: "+line)
		return
	}
	fmt.Fprint(p.w, "\r\x1b[K"+clip(line, max(p.columns-1, 20)))
}

func (p *progress) line(elapsed time.Duration) string {
	c := p.counts()
	total, estimate := p.total()
	var b strings.Builder
	fmt.Fprintf(&b, "%d", c.Done)
	if total > 0 {
		about := ""
		if estimate {
			about = "about "
		}
		fmt.Fprintf(&b, " of %s%d", about, total)
	}
	rate := float64(c.Done) / max(elapsed.Seconds(), 1e-3)
	fmt.Fprintf(&b, " · %s/s · %d passed", short(rate), c.Passed)
	if masked := c.Masked + c.Invalid + c.Unstable; masked > 0 {
		fmt.Fprintf(&b, " · %d masked", masked)
	}
	if c.Recorded > 0 {
		fmt.Fprintf(&b, " · %d known already", c.Recorded)
	}
	if left := total - c.Done; total > 0 && left > 0 && rate > 0 {
		eta := time.Duration(float64(left) / rate * float64(time.Second))
		fmt.Fprintf(&b, " · %v left", eta.Round(time.Second))
	}
	return b.String()
}

func short(rate float64) string {
	if rate < 10 {
		return fmt.Sprintf("%.1f", rate)
	}
	return fmt.Sprintf("%.0f", rate)
}
