package ns

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"steelyard"
)

// flat is what the tier without namespaces needs on the supervisor's side: a
// folder on the host for each process of a run, in place of a cell's tmpfs, and
// paths of the sandbox turned into those of the host.
type flat struct {
	root string
	uid  int
}

func landlockABI() int {
	const createRuleset = 444
	v, _, errno := unix.Syscall(createRuleset, 0, 0, 1)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// mayChangeUsers reports whether the engine holds the capabilities to give
// candidates a user of their own and to end that user's processes.
func mayChangeUsers() bool {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return false
	}
	_, rest, ok := strings.Cut(string(b), "CapEff:")
	line, _, _ := strings.Cut(rest, "\n")
	v, err := strconv.ParseUint(strings.TrimSpace(line), 16, 64)
	const need = 1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_KILL | 1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID
	return ok && err == nil && v&need == need
}

func (s *Slot) makeFlat() error {
	dir, err := os.MkdirTemp("", "steelyard-flat-")
	if err != nil {
		return fmt.Errorf("make the slot's folder: %w", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // the candidate's user has to enter it
		return errors.Join(err, os.RemoveAll(dir))
	}
	s.flat = &flat{root: dir, uid: os.Geteuid()}
	if s.b.host.Users {
		s.flat.uid = hostIDBase + maxProcs*int(s.b.next.Add(1)%15000) // one for each process of an execution
	}
	return nil
}

func (f *flat) remove() { _ = removeTree(f.root) } // only space in a temporary folder is at stake

func (f *flat) box(i int) string { return filepath.Join(f.root, "run", strconv.Itoa(i)) }

// readable lists what every candidate may read: the environment's mounts, the
// guest programs, and the little of /etc, /proc and /dev that programs expect.
func (f *flat) readable(s *Slot) []string {
	out := []string{s.b.cfg.GuestDir, "/proc", "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
	for _, b := range s.env.Binds {
		out = append(out, b.Source)
	}
	for link := range s.env.Symlinks {
		out = append(out, link) // /bin, /lib: links into /usr, or folders
	}
	for _, name := range []string{"passwd", "group", "nsswitch.conf", "hosts", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "alternatives"} {
		out = append(out, "/etc/"+name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// place turns paths of the sandbox into paths of the host in arguments and
// variables.
func (s *Slot) place(i int, words []string) []string {
	if s.flat == nil {
		return words
	}
	pairs := []string{steelyard.GuestDir + "/", s.b.cfg.GuestDir + "/", "/box/", s.flat.box(i) + "/", "TMPDIR=/tmp", "TMPDIR=" + s.flat.box(i) + "/tmp"}
	for _, b := range s.env.Binds {
		if b.Source != b.Target {
			pairs = append(pairs, b.Target+"/", b.Source+"/")
		}
	}
	r := strings.NewReplacer(pairs...)
	out := make([]string, len(words))
	for k, w := range words {
		out[k] = r.Replace(w)
	}
	return out
}

// prepare makes the folders of a run, with the base layer copied into each
// working folder, all owned by the candidate's user.
func (f *flat) prepare(s *Slot, x *steelyard.Exec) error {
	f.clear()
	for i := range x.Procs {
		box := f.box(i)
		for _, name := range []string{"work", "tmp", "shm", "home"} {
			if err := os.MkdirAll(filepath.Join(box, name), 0o755); err != nil {
				return fmt.Errorf("make the run's folder: %w", err)
			}
		}
		if x.Base != "" {
			if err := os.CopyFS(filepath.Join(box, "work"), os.DirFS(s.b.layerPath(x.Base))); err != nil {
				return fmt.Errorf("copy layer %s: %w", x.Base.Short(), err)
			}
		}
		if s.b.host.Users {
			if err := filepath.WalkDir(box, func(path string, _ fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				return os.Lchown(path, f.uid+i, f.uid+i)
			}); err != nil {
				return fmt.Errorf("hand over the run's folder: %w", err)
			}
		}
	}
	return nil
}

func (f *flat) clear() { _ = removeTree(filepath.Join(f.root, "run")) } // the next prepare fails if it is still there and in the way

// removeTree removes a tree in which a candidate may have taken its own rights
// away from folders.
func removeTree(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, _ error) error { // what cannot be changed shows in the removal
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700) //nolint:gosec // ours, about to go
		}
		return nil
	})
	return os.RemoveAll(dir)
}
