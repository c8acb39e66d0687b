package ledger

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"steelyard"
)

func TestNetworkFileSystemsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind fsKind
		want string
	}{
		{fsKind{magic: 0x6969}, "nfs"},
		{fsKind{magic: 0xff534d42}, "cifs"},
		{fsKind{magic: -0xacb2be}, "cifs"}, // as a 32-bit kernel signs it
		{fsKind{magic: 0xfe534d42}, "smb2"},
		{fsKind{magic: 0x01021997}, "9p"},
		{fsKind{magic: 0x0bd00bd0}, "lustre"},
		{fsKind{magic: 0x00c36400}, "ceph"},
		{fsKind{magic: 0x5346414f}, "afs"},
		{fsKind{magic: magicFUSE, mount: "fuse.sshfs"}, "fuse.sshfs"},
		{fsKind{magic: magicFUSE, mount: "fuse.s3fs"}, "fuse.s3fs"},
		{fsKind{magic: magicFUSE, mount: "fuse.fuse-overlayfs"}, ""},
		{fsKind{magic: magicFUSE, mount: "virtiofs"}, ""},
		{fsKind{magic: 0xef53}, ""},     // ext4
		{fsKind{magic: 0x58465342}, ""}, // xfs
		{fsKind{magic: 0x01021994}, ""}, // tmpfs
		{fsKind{magic: 0x794c7630}, ""}, // overlay
	} {
		t.Run(fmt.Sprintf("%x %s", uint32(c.kind.magic), c.kind.mount), func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "not", "made", "yet")
			var asked string
			l, err := Open(t.Context(), dir, Options{statfs: func(path string) (fsKind, error) {
				asked = path
				return c.kind, nil
			}})
			if err == nil {
				err = l.Close()
			}
			if _, serr := os.Stat(asked); serr != nil {
				t.Errorf("asked about %q, which does not exist", asked)
			}
			var input *steelyard.InputError
			switch {
			case c.want == "":
				if err != nil {
					t.Errorf("open: %v", err)
				}
			case !errors.As(err, &input):
				t.Errorf("open: %v, want an InputError", err)
			case !strings.Contains(input.Problem, "("+c.want+")") || input.Remedy == "" || input.File != dir:
				t.Errorf("open: %+v", input)
			default:
				if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("the refused folder was made: %v", err)
				}
			}
		})
	}
}

func TestFindMount(t *testing.T) {
	t.Parallel()
	const info = `22 28 0:21 / /proc rw,nosuid shared:14 - proc proc rw
36 25 0:33 / /home/x/far rw,nosuid,nodev,relatime shared:1 master:2 - fuse.sshfs host:/far rw,user_id=1000
37 25 0:34 / /home/x/a\040b rw - fuse.fuse-overlayfs none rw
`
	for device, want := range map[string]string{"0:33": "fuse.sshfs", "0:34": "fuse.fuse-overlayfs", "0:3": "", "8:1": ""} {
		got, err := findMount(bufio.NewScanner(strings.NewReader(info)), device)
		if err != nil || got != want {
			t.Errorf("mount of %s: %q, %v; want %q", device, got, err, want)
		}
	}
}

func TestDetectFS(t *testing.T) {
	t.Parallel()
	kind, err := detectFS("/proc")
	if err != nil || kind.magic != 0x9fa0 {
		t.Errorf("/proc: %+v, %v", kind, err)
	}
	if kind, err := mountType("/proc"); err != nil || kind != "proc" {
		t.Errorf("mount of /proc: %q, %v", kind, err)
	}
	if _, err := detectFS(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("missing path: no error")
	}
}

// filled makes a ledger of some hundred rollouts and closes it.
func filled(tb testing.TB, dir string) {
	tb.Helper()
	l := openTest(tb, dir, Options{})
	begin(tb, l, "r")
	var ids []string
	for i := range 300 {
		ids = append(ids, fmt.Sprint("id", i))
	}
	accept(tb, l, "r", "task", ids...)
	for i, id := range ids {
		mustRecord(tb, l, Result{
			Run: "r", Rollout: id, Program: "p", Reward: fmt.Appendf(nil, "%d", i),
			Steps: []Step{made("s", "k"+id, `"`+strings.Repeat(id, 50)+`"`, true)},
		})
	}
	if err := l.Close(); err != nil {
		tb.Fatal(err)
	}
}

func TestDamagedFolderIsReported(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func(path string) error{
		"gone":     os.Remove,
		"empty":    func(path string) error { return os.Truncate(path, 0) },
		"cut":      func(path string) error { return os.Truncate(path, 8*pageSize) },
		"rubbish":  func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("rubbish ", 5000)), 0o644) },
		"no magic": func(path string) error { return overwrite(path, 0, make([]byte, 16)) },
		"foreign":  func(path string) error { return overwrite(path, 68, []byte{1, 2, 3, 4}) }, // the application id
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			filled(t, dir)
			path := filepath.Join(dir, FileName)
			if err := damage(path); err != nil {
				t.Fatal(err)
			}
			before, _ := os.ReadFile(path)
			l, err := Open(t.Context(), dir, Options{})
			if err == nil {
				_ = l.Close()
			}
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("open: %v, want ErrDamaged", err)
			}
			after, _ := os.ReadFile(path)
			if !bytes.Equal(before, after) {
				t.Error("what was damaged was changed")
			}
		})
	}
}

func overwrite(path string, at int64, b []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, at)
	return errors.Join(err, f.Close())
}

// TestFlippedBytesNeverChangeAnAnswer damages one place at a time: what comes
// back is what was written, or an error.
func TestFlippedBytesNeverChangeAnAnswer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	filled(t, dir)
	path := filepath.Join(dir, FileName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	reported := 0
	for range 60 {
		bad := append([]byte(nil), whole...)
		at := 100 + rng.IntN(len(bad)-200)
		for i := range 32 {
			bad[at+i] ^= byte(1 + rng.IntN(255))
		}
		place := t.TempDir()
		for name, b := range map[string][]byte{FileName: bad, markerName: []byte("1\n")} {
			if err := os.WriteFile(filepath.Join(place, name), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := readAll(t.Context(), place); err != nil {
			if errors.Is(err, errWrong) {
				t.Errorf("bytes at %d: %v", at, err)
			}
			reported++
		}
	}
	if reported < 20 {
		t.Errorf("%d of 60 damages were reported", reported)
	}
}

var errWrong = errors.New("wrong content")

// readAll reads what filled wrote; an answer that is not what was written is errWrong.
func readAll(ctx context.Context, dir string) error {
	l, err := Open(ctx, dir, Options{})
	if err != nil {
		return err
	}
	defer l.Close()
	if err := l.Check(ctx); err != nil {
		return err
	}
	for e, err := range l.Entries(ctx, "r", "p") {
		if err != nil {
			return err
		}
		var i int
		if _, err := fmt.Sscanf(e.Rollout.ID, "id%d", &i); err != nil {
			return err // a name is no payload: quick_check cannot tell
		}
		if e.Result == nil {
			continue
		}
		want := `"` + strings.Repeat(e.Rollout.ID, 50) + `"`
		if string(e.Rollout.JSON) != `"out of `+e.Rollout.ID+`"` || string(e.Result.Steps[0].Execution.Observation) != want {
			return fmt.Errorf("%w: %s", errWrong, e.Rollout.ID)
		}
		if !json.Valid(e.Result.Reward) {
			return fmt.Errorf("%w: reward %q", errWrong, e.Result.Reward)
		}
	}
	return nil
}

func TestOtherVersionIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	filled(t, dir)
	c, err := dial(t.Context(), filepath.Join(dir, FileName), "user_version=99")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.close(); err != nil {
		t.Fatal(err)
	}
	_, err = Open(t.Context(), dir, Options{})
	var input *steelyard.InputError
	if !errors.As(err, &input) || !strings.Contains(input.Problem, "version 99") || input.Remedy == "" {
		t.Errorf("open: %v, want an InputError that names the version", err)
	}
}

func TestUnusableFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := Open(t.Context(), filepath.Join(file, "state"), Options{})
	var input *steelyard.InputError
	if !errors.As(err, &input) || input.Remedy == "" {
		t.Errorf("open below a file: %v, want an InputError with a remedy", err)
	}
}

func TestFolderOfAnyName(t *testing.T) {
	t.Parallel()
	base := t.TempDir()
	for _, name := range []string{"a?1", "a?2", "b?mode=memory", "c#d", "e%41", "f g", "file:h"} {
		dir := filepath.Join(base, name)
		for i := range 2 {
			l, err := Open(t.Context(), dir, Options{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if runs, err := l.Runs(t.Context()); err != nil || len(runs) != i {
				t.Errorf("%s: %d runs, %v: want the %d of this folder", name, len(runs), err, i)
			}
			if _, err := l.BeginRun(t.Context(), name, []byte("{}")); err != nil {
				t.Error(err)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
		}
		if _, err := os.Stat(filepath.Join(dir, FileName)); err != nil {
			t.Errorf("%s: the database is elsewhere: %v", name, err)
		}
	}
}

func TestDamageUnderAnOpenLedgerIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	filled(t, dir)
	l, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	path := filepath.Join(dir, FileName)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := overwrite(path, pageSize, bytes.Repeat([]byte{0xa5}, int(info.Size())-pageSize)); err != nil {
		t.Fatal(err)
	}
	_, err = l.Runs(t.Context())
	in, ok := errors.AsType[*steelyard.InputError](err)
	if !errors.Is(err, ErrDamaged) || !ok || in.File != path || in.Remedy == "" {
		t.Errorf("%v: want ErrDamaged with the file and a remedy", err)
	}
}

func TestIDsAreShownPrintable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if _, err := l.BeginRun(t.Context(), "run", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	_, err = l.Record(t.Context(), &Result{Run: "run", Rollout: "\x1ftask\x1fr0", Program: "p", Reward: []byte("1")})
	if !errors.Is(err, ErrNotAccepted) || !strings.Contains(err.Error(), "rollout /task/r0 of run") {
		t.Errorf("%q", err)
	}
}
