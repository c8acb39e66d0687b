package cli

import (
	"cmp"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"steelyard"
)

const (
	// layersMax is how many bytes of frozen layers are kept; layersKeep is what a
	// sweep leaves.
	layersMax  = 8 << 30
	layersKeep = 6 << 30
	// layersSpare is the age below which a layer is in somebody's use: a rollout
	// under way needs what it compiled.
	layersSpare = 30 * time.Minute
	sweepEvery  = time.Minute
)

// layers bounds the disk that frozen layers take. A layer only saves work: the
// step that made it can always be executed again.
type layers struct {
	dir  string
	log  *slog.Logger
	stop chan struct{}
	wg   sync.WaitGroup
}

// keepLayers watches dir until close.
func keepLayers(dir string, log *slog.Logger) *layers {
	l := &layers{dir: dir, log: log, stop: make(chan struct{})}
	l.wg.Go(func() {
		t := time.NewTicker(sweepEvery)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				if err := l.sweep(time.Now(), layersMax, layersKeep); err != nil {
					l.log.Warn("layers not swept", "err", err)
				}
			case <-l.stop:
				return
			}
		}
	})
	return l
}

func (l *layers) close() error {
	close(l.stop)
	l.wg.Wait()
	return nil
}

// has reports whether a layer is there, and marks it as used.
func (l *layers) has(d steelyard.Digest) bool {
	now := time.Now()
	return os.Chtimes(filepath.Join(l.dir, d.Hex()), now, now) == nil
}

// sweep removes the layers that were used longest ago when all together hold
// more than most bytes, until no more than keep are left.
func (l *layers) sweep(now time.Time, most, keep int64) error {
	entries, err := os.ReadDir(l.dir)
	if err != nil {
		return err
	}
	type layer struct {
		path string
		used time.Time
		size int64
	}
	var all []layer
	var total int64
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // somebody else removed it
		}
		path := filepath.Join(l.dir, e.Name())
		size := sizeOf(path)
		total += size
		all = append(all, layer{path, info.ModTime(), size})
	}
	if total <= most {
		return nil
	}
	slices.SortFunc(all, func(a, b layer) int { return cmp.Compare(a.used.UnixNano(), b.used.UnixNano()) })
	var errs []error
	for _, one := range all {
		if total <= keep || now.Sub(one.used) < layersSpare {
			break
		}
		// Renamed first, so that nobody finds half a layer.
		gone := filepath.Join(l.dir, ".gone-"+filepath.Base(one.path))
		if err := os.Rename(one.path, gone); err != nil {
			errs = append(errs, err)
			continue
		}
		errs = append(errs, os.RemoveAll(gone))
		total -= one.size
	}
	return errors.Join(errs...)
}

func sizeOf(dir string) int64 {
	var n int64
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error { // what vanishes meanwhile has no size
		if err != nil {
			return nil //nolint:nilerr // see above
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			n += info.Size()
		}
		return nil
	})
	return n
}
