package ns

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"steelyard"
	"steelyard/internal/guest"
	"steelyard/internal/sandbox"
)

// Config says how slots are built. Only StateDir is needed.
type Config struct {
	// StateDir is the engine's state folder; guest programs and frozen layers
	// live below it unless the two fields that follow say otherwise.
	StateDir  string
	GuestDir  string
	LayersDir string
	// MemoryDefault and PidsDefault bound a slot when a run demands nothing:
	// they protect the host, and a run that meets them ends as oom. Zero means
	// 4 GiB and 512.
	MemoryDefault steelyard.Size
	PidsDefault   int
	Logger        *slog.Logger
	// Slots is how many slots will be open at once; a hint, not a bound.
	Slots int
}

// Backend opens slots. It implements sandbox.Backend.
type Backend struct {
	cfg  Config
	host Host
	next atomic.Int64
	// noProc is set once the host has refused a fresh /proc.
	noProc atomic.Bool
	// whole holds the layers that were read through and found good.
	whole sync.Map
}

var _ sandbox.Backend = (*Backend)(nil)

// New detects the host's tier and prepares the state folder. It fails when the
// folder cannot be written; a host without namespaces is reported by Ready.
func New(cfg Config) (*Backend, error) {
	if cfg.GuestDir == "" {
		cfg.GuestDir = filepath.Join(cfg.StateDir, "guest", guest.Version())
	}
	if cfg.LayersDir == "" {
		cfg.LayersDir = filepath.Join(cfg.StateDir, "layers")
	}
	if cfg.MemoryDefault == 0 {
		cfg.MemoryDefault = 4 * steelyard.GiB
	}
	if cfg.PidsDefault == 0 {
		cfg.PidsDefault = 512
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if err := guest.Materialize(cfg.GuestDir); err != nil {
		return nil, fmt.Errorf("sandbox ns: %w", err)
	}
	if err := os.MkdirAll(cfg.LayersDir, 0o755); err != nil {
		return nil, fmt.Errorf("sandbox ns: %w", err)
	}
	sweepCgroups()
	sweepSlotDirs()
	return &Backend{cfg: cfg, host: Detect()}, nil
}

// Host returns what was detected.
func (b *Backend) Host() Host { return b.host }

// Tier names the isolation in force.
func (b *Backend) Tier() string { return b.host.Tier() }

// Ready says whether slots can be opened, and if not what to do.
func (b *Backend) Ready(context.Context) error {
	if !b.host.UserNS && !b.host.Flat {
		if b.host.NoFilter {
			return fmt.Errorf("sandbox ns: %s", b.host.UserNSError)
		}
		return fmt.Errorf("sandbox ns: this host allows no user namespaces (%s); %s", b.host.UserNSError, strings.Join(b.host.Missing(), "; "))
	}
	return nil
}

// cgroupName names the groups of slot n of this process, so that a later engine
// can tell which ones were left by a dead one.
func cgroupName(n int64) string {
	return "steelyard-" + strconv.Itoa(os.Getpid()) + "-" + strconv.FormatInt(n, 10)
}

// sweepCgroups removes groups that an engine which was killed left behind.
func sweepCgroups() {
	for _, ctl := range []string{"memory", "pids", ""} {
		dir, err := cgroupDir(ctl)
		if err != nil {
			continue
		}
		old, err := filepath.Glob(filepath.Join(dir, "steelyard-*-*"))
		if err != nil {
			continue
		}
		for _, path := range old {
			f := strings.Split(filepath.Base(path), "-")
			pid, err := strconv.Atoi(f[1])
			if err != nil || pid == os.Getpid() || !errors.Is(unix.Kill(pid, 0), unix.ESRCH) {
				continue
			}
			_ = os.Remove(path) // busy means that something still runs there
		}
	}
}
