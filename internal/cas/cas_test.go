package cas

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"steelyard"
)

const childDir = "STEELYARD_CAS_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		child(dir)
	}
	goleak.VerifyTestMain(m)
}

func openTest(tb testing.TB, dir string, opt Options) *Store {
	tb.Helper()
	s, err := Open(dir, opt)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func put(tb testing.TB, s *Store, b []byte) steelyard.Digest {
	tb.Helper()
	d, err := s.Put(b)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, fsync := range []bool{false, true} {
		s := openTest(t, t.TempDir(), Options{Fsync: fsync})
		for _, content := range [][]byte{nil, []byte("a"), bytes.Repeat([]byte("xyz"), 100_000)} {
			d := put(t, s, content)
			if want := steelyard.DigestFromSum(sha256.Sum256(content)); d != want {
				t.Errorf("put %d bytes: digest %s, want %s", len(content), d, want)
			}
			d2, n, err := s.PutReader(bytes.NewReader(content))
			if err != nil || d2 != d || n != int64(len(content)) {
				t.Errorf("put reader: %s, %d, %v; want %s, %d", d2, n, err, d, len(content))
			}
			got, err := s.Get(d)
			if err != nil || !bytes.Equal(got, content) {
				t.Errorf("get: %d bytes, %v; want %d", len(got), err, len(content))
			}
			f, err := s.OpenVerified(d)
			if err != nil {
				t.Fatal(err)
			}
			got, err = io.ReadAll(f)
			if cerr := f.Close(); err != nil || cerr != nil || !bytes.Equal(got, content) {
				t.Errorf("open verified: %d bytes, %v, %v", len(got), err, cerr)
			}
			path, err := s.Path(d)
			if err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o444 {
				t.Errorf("stat %s: %v, %v; want mode 0444", path, info, err)
			}
		}
	}
}

func TestMissingAndMalformed(t *testing.T) {
	t.Parallel()
	s := openTest(t, t.TempDir(), Options{})
	absent := steelyard.DigestOf([]byte("absent"))
	if _, err := s.Get(absent); !errors.Is(err, ErrNotFound) {
		t.Errorf("get absent: %v, want ErrNotFound", err)
	}
	if _, err := s.OpenVerified(absent); !errors.Is(err, ErrNotFound) {
		t.Errorf("open absent: %v, want ErrNotFound", err)
	}
	if ok, err := s.Has(absent); ok || err != nil {
		t.Errorf("has absent: %v, %v", ok, err)
	}
	if err := s.Remove(absent); err != nil {
		t.Errorf("remove absent: %v", err)
	}
	for _, d := range []steelyard.Digest{"", "sha256:", "sha256:../../etc/passwd", "md5:00", steelyard.Digest(strings.ToUpper(string(absent)))} {
		if _, err := s.Get(d); err == nil || errors.Is(err, ErrNotFound) {
			t.Errorf("get %q: %v, want a malformed digest", d, err)
		}
		if _, err := s.Path(d); err == nil {
			t.Errorf("path %q: no error", d)
		}
		if err := s.Remove(d); err == nil {
			t.Errorf("remove %q: no error", d)
		}
	}
}

func TestDamage(t *testing.T) {
	t.Parallel()
	content := []byte("the content of a blob")
	for name, damage := range map[string][]byte{
		"empty":  {},
		"cut":    content[:7],
		"longer": append(bytes.Clone(content), '!'),
		"flip":   bytes.ToUpper(content),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openTest(t, t.TempDir(), Options{})
			d := put(t, s, content)
			path, err := s.Path(d)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage, 0o444); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Get(d); !errors.Is(err, ErrDamaged) {
				t.Errorf("get: %v, want ErrDamaged", err)
			}
			if _, err := s.OpenVerified(d); !errors.Is(err, ErrDamaged) {
				t.Errorf("open verified: %v, want ErrDamaged", err)
			}
			put(t, s, content)
			if got, err := s.Get(d); err != nil || !bytes.Equal(got, content) {
				t.Errorf("get after putting it again: %q, %v", got, err)
			}
		})
	}
}

func TestFailedReaderLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := openTest(t, dir, Options{})
	boom := errors.New("boom")
	_, _, err := s.PutReader(io.MultiReader(strings.NewReader("half"), errReader{boom}))
	if !errors.Is(err, boom) {
		t.Errorf("put: %v, want boom", err)
	}
	if left := temps(t, dir); len(left) != 0 {
		t.Errorf("temporary files left: %v", left)
	}
	if err := s.Walk(func(e Entry) error { return fmt.Errorf("blob %s", e.Digest) }); err != nil {
		t.Errorf("walk: %v", err)
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

func temps(tb testing.TB, dir string) []string {
	tb.Helper()
	names, err := filepath.Glob(filepath.Join(dir, tmpDir, "*"))
	if err != nil {
		tb.Fatal(err)
	}
	return names
}

func TestStaleTemporariesAreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	openTest(t, dir, Options{})
	old, young := filepath.Join(dir, tmpDir, "put-old"), filepath.Join(dir, tmpDir, "put-young")
	for _, name := range []string{old, young} {
		if err := os.WriteFile(name, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	past := time.Now().Add(-2 * staleAfter)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	openTest(t, dir, Options{})
	if diff := cmp.Diff([]string{young}, temps(t, dir)); diff != "" {
		t.Errorf("temporary files (-want +got):\n%s", diff)
	}
}

func TestPutRenews(t *testing.T) {
	t.Parallel()
	s := openTest(t, t.TempDir(), Options{})
	d := put(t, s, []byte("old"))
	path, err := s.Path(d)
	if err != nil {
		t.Fatal(err)
	}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, past, past); err != nil {
		t.Fatal(err)
	}
	put(t, s, []byte("old"))
	if err := s.Walk(func(e Entry) error {
		if age := time.Since(e.Renewed); age > time.Minute {
			t.Errorf("blob renewed %v ago", age)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestModel compares the store with a map.
func TestModel(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	run := 0
	rapid.Check(t, func(t *rapid.T) {
		run++
		s, err := Open(filepath.Join(root, fmt.Sprint(run)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		model := map[steelyard.Digest]string{}
		content := rapid.SampledFrom([]string{"", "a", "b", "c", "dd", strings.Repeat("e", 10_000)})
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				c := content.Draw(t, "content")
				d, err := s.Put([]byte(c))
				if err != nil {
					t.Fatal(err)
				}
				model[d] = c
			},
			"putReader": func(t *rapid.T) {
				c := content.Draw(t, "content")
				d, n, err := s.PutReader(strings.NewReader(c))
				if err != nil || n != int64(len(c)) {
					t.Fatal(n, err)
				}
				model[d] = c
			},
			"remove": func(t *rapid.T) {
				d := steelyard.DigestOf([]byte(content.Draw(t, "content")))
				if err := s.Remove(d); err != nil {
					t.Fatal(err)
				}
				delete(model, d)
			},
			"get": func(t *rapid.T) {
				d := steelyard.DigestOf([]byte(content.Draw(t, "content")))
				want, there := model[d]
				if has, err := s.Has(d); err != nil || has != there {
					t.Fatalf("has: %v, %v; want %v", has, err, there)
				}
				got, err := s.Get(d)
				if there && (err != nil || string(got) != want) || !there && !errors.Is(err, ErrNotFound) {
					t.Fatalf("get: %d bytes, %v; in the model: %v", len(got), err, there)
				}
			},
			"": func(t *rapid.T) {
				sizes, want := map[steelyard.Digest]int64{}, map[steelyard.Digest]int64{}
				for d, c := range model {
					want[d] = int64(len(c))
				}
				var last steelyard.Digest
				if err := s.Walk(func(e Entry) error {
					if e.Digest <= last {
						t.Fatalf("walk: %s after %s", e.Digest, last)
					}
					last, sizes[e.Digest] = e.Digest, e.Size
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, sizes); diff != "" {
					t.Fatalf("walk (-want +got):\n%s", diff)
				}
			},
		})
	})
}

func TestConcurrentWritersOfOneBlob(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var wg sync.WaitGroup
	for w := range 8 {
		s := openTest(t, dir, Options{})
		wg.Go(func() {
			for i := range 50 {
				content := bytes.Repeat([]byte{byte(i)}, 1000+i)
				d, err := s.Put(content)
				if err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
				if got, err := s.Get(d); err != nil || !bytes.Equal(got, content) {
					t.Errorf("writer %d: get %d bytes, %v", w, len(got), err)
				}
			}
		})
	}
	wg.Wait()
	n := 0
	if err := openTest(t, dir, Options{}).Walk(func(Entry) error { n++; return nil }); err != nil || n != 50 {
		t.Errorf("walk: %d blobs, %v; want 50", n, err)
	}
	if left := temps(t, dir); len(left) != 0 {
		t.Errorf("temporary files left: %v", left)
	}
}

// child puts blobs, printing the digest of each that was acknowledged, and ends
// itself at the point and pass given in the environment.
func child(dir string) {
	point, pass := os.Getenv("POINT"), 0
	s, err := Open(dir, Options{Fsync: true, Failpoint: func(name string) {
		if name == point {
			if pass++; pass == 3 {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
	}})
	for i := 0; err == nil; i++ {
		var d steelyard.Digest
		if d, err = s.Put(bytes.Repeat([]byte{byte(i), 'x'}, 50_000)); err == nil {
			_, err = fmt.Println(d)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func TestKilledWriterLeavesNoHalfBlob(t *testing.T) {
	t.Parallel()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, point := range []string{"cas.written", "cas.synced", "cas.renamed"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			cmd := exec.CommandContext(t.Context(), exe)
			cmd.Env = append(os.Environ(), childDir+"="+dir, "POINT="+point)
			out, err := cmd.Output()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
				t.Fatalf("child ended with %v, want SIGKILL", err)
			}
			s := openTest(t, dir, Options{})
			acked := strings.Fields(string(out))
			if len(acked) != 2 {
				t.Errorf("%d blobs acknowledged, want 2", len(acked))
			}
			for _, d := range acked {
				if _, err := s.Get(steelyard.Digest(d)); err != nil {
					t.Errorf("acknowledged blob: %v", err)
				}
			}
			n := 0
			if err := s.Walk(func(e Entry) error {
				n++
				_, err := s.Get(e.Digest)
				return err
			}); err != nil {
				t.Errorf("walk: %v", err)
			}
			if want := map[string]int{"cas.written": 2, "cas.synced": 2, "cas.renamed": 3}[point]; n != want {
				t.Errorf("%d blobs, want %d", n, want)
			}
		})
	}
}
