// Package cas stores blobs by their SHA-256 digest in a directory.
//
// The entry point is Open. A blob lives in <dir>/<two hex digits>/<62 hex digits>
// and never changes once it has that name: content is written to a temporary
// file first and renamed when complete, so a process that is killed at any
// moment leaves at most a stale temporary file, never a partial blob under its
// final name. Any number of goroutines and processes may use one directory,
// also for the same blob at the same time.
//
// What a power loss may do is the choice of Options.Fsync. Without it a blob
// written shortly before may come back empty or damaged under its name; Get and
// OpenVerified report that as ErrDamaged, and Put of the same content repairs it.
//
// The package refuses to interpret content, to name a blob by anything but its
// digest, and to decide what may be removed: a collector uses Walk and Remove.
package cas

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"steelyard"
)

// Errors of the store; test with errors.Is.
var (
	// ErrNotFound: no blob has the digest.
	ErrNotFound = errors.New("no such blob")
	// ErrDamaged: the file's content does not have the digest it is named by.
	ErrDamaged = errors.New("blob is damaged")
)

// Options says how a store behaves. The zero value is useful.
type Options struct {
	// Fsync makes every new blob durable against power loss before Put returns:
	// the file before its rename, the directory after it. It costs about two
	// disk flushes a blob. Without it blobs survive the end of the process, but
	// not of the machine.
	Fsync bool
	// Failpoint, when set, is called with the name of each point of the write
	// path: "cas.written", "cas.synced", "cas.renamed". Crash tests kill the
	// process there.
	Failpoint func(name string)
}

// Store is a directory of blobs. It is safe for concurrent use and holds no
// file open between calls.
type Store struct {
	dir string
	opt Options
}

// staleAfter is the age at which a temporary file belongs to no living writer.
const staleAfter = 24 * time.Hour

const tmpDir = "tmp"

// Open returns the store in dir, which is created when missing. Temporary files
// that a killed process left more than a day ago are removed.
func Open(dir string, opt Options) (*Store, error) {
	if opt.Failpoint == nil {
		opt.Failpoint = func(string) {}
	}
	tmp := filepath.Join(dir, tmpDir)
	if err := os.MkdirAll(tmp, 0o755); err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	entries, err := os.ReadDir(tmp)
	if err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	for _, e := range entries {
		// A file that vanishes meanwhile was renamed by its writer.
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > staleAfter {
			if err := os.Remove(filepath.Join(tmp, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, fmt.Errorf("remove stale temporary file: %w", err)
			}
		}
	}
	return &Store{dir: dir, opt: opt}, nil
}

// Path returns where the blob d lives, whether or not it exists. The file is
// read-only and must not be changed; it serves bind mounts. The error says that
// d is malformed.
func (s *Store) Path(d steelyard.Digest) (string, error) {
	if _, err := d.Sum(); err != nil {
		return "", err
	}
	h := d.Hex()
	return filepath.Join(s.dir, h[:2], h[2:]), nil
}

// Put stores b and returns its digest. A blob that is there already is verified
// instead of written again; its modification time is renewed, so that a
// collector which spares young blobs can work beside writers.
func (s *Store) Put(b []byte) (steelyard.Digest, error) {
	d := steelyard.DigestOf(b)
	there, err := s.renew(d, int64(len(b)))
	if err != nil || there {
		return d, err
	}
	tmp, err := s.temp()
	if err != nil {
		return "", err
	}
	if _, err := tmp.Write(b); err != nil {
		return "", s.abandon(tmp, err)
	}
	return d, s.commit(tmp, d)
}

// PutReader stores everything r yields, in constant memory, and returns the
// digest and the length in bytes.
func (s *Store) PutReader(r io.Reader) (steelyard.Digest, int64, error) {
	tmp, err := s.temp()
	if err != nil {
		return "", 0, err
	}
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(tmp, h), r)
	if err != nil {
		return "", 0, s.abandon(tmp, err)
	}
	d := sumOf(h)
	there, err := s.renew(d, n)
	if err != nil {
		return "", 0, s.abandon(tmp, err)
	}
	if there {
		return d, n, s.abandon(tmp, nil)
	}
	return d, n, s.commit(tmp, d)
}

// Open returns the blob's file without verifying it; the caller closes it. The
// error is ErrNotFound when there is none.
func (s *Store) Open(d steelyard.Digest) (*os.File, error) {
	path, err := s.Path(d)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("open blob %s: %w", d, ErrNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("open blob %s: %w", d, err)
	}
	return f, nil
}

// OpenVerified is Open after reading the whole file and comparing its digest;
// a difference is ErrDamaged.
func (s *Store) OpenVerified(d steelyard.Digest) (*os.File, error) {
	f, err := s.Open(d)
	if err != nil {
		return nil, err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	if err == nil && sumOf(h) != d {
		err = ErrDamaged
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("verify blob %s: %w", d, err), f.Close())
	}
	return f, nil
}

// Get returns the blob's content, verified: ErrNotFound or ErrDamaged otherwise.
// The whole blob is held in memory; use Open for large ones.
func (s *Store) Get(d steelyard.Digest) ([]byte, error) {
	f, err := s.Open(d)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if info, err := f.Stat(); err == nil {
		buf.Grow(int(info.Size()) + bytes.MinRead)
	}
	_, err = buf.ReadFrom(f)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil && steelyard.DigestOf(buf.Bytes()) != d {
		err = ErrDamaged
	}
	if err != nil {
		return nil, fmt.Errorf("read blob %s: %w", d, err)
	}
	return buf.Bytes(), nil
}

// Has reports whether a blob has the digest, without verifying it.
func (s *Store) Has(d steelyard.Digest) (bool, error) {
	path, err := s.Path(d)
	if err != nil {
		return false, err
	}
	_, err = os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// Remove deletes the blob; removing what is not there is no error.
func (s *Store) Remove(d steelyard.Digest) error {
	path, err := s.Path(d)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove blob %s: %w", d, err)
	}
	return nil
}

// Entry is one blob as Walk sees it.
type Entry struct {
	Digest steelyard.Digest
	// Size is in bytes.
	Size int64
	// Renewed is when the blob was last put.
	Renewed time.Time
}

// Walk calls fn for every blob in the order of the digests until fn returns an
// error, which it returns. Blobs put or removed meanwhile may or may not be
// seen. Files that are no blobs are passed over.
func (s *Store) Walk(fn func(Entry) error) error {
	fans, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("walk blobs: %w", err)
	}
	for _, fan := range fans {
		if !fan.IsDir() || len(fan.Name()) != 2 {
			continue
		}
		files, err := os.ReadDir(filepath.Join(s.dir, fan.Name()))
		if err != nil {
			return fmt.Errorf("walk blobs: %w", err)
		}
		for _, file := range files {
			d := steelyard.Digest("sha256:" + fan.Name() + file.Name())
			if !d.Valid() {
				continue
			}
			info, err := file.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return fmt.Errorf("walk blobs: %w", err)
			}
			if err := fn(Entry{Digest: d, Size: info.Size(), Renewed: info.ModTime()}); err != nil {
				return err
			}
		}
	}
	return nil
}

func sumOf(h hash.Hash) steelyard.Digest {
	return steelyard.DigestFromSum([sha256.Size]byte(h.Sum(nil)))
}

// renew reports whether the blob exists undamaged, and renews its time. A
// damaged file counts as missing: the caller's rename replaces it.
func (s *Store) renew(d steelyard.Digest, size int64) (bool, error) {
	path, err := s.Path(d)
	if err != nil {
		return false, err
	}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for blob %s: %w", d, err)
	}
	if !info.Mode().IsRegular() || info.Size() != size {
		return false, nil
	}
	f, err := s.OpenVerified(d)
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if err := f.Close(); err != nil {
		return false, fmt.Errorf("look for blob %s: %w", d, err)
	}
	now := time.Now()
	if now.Sub(info.ModTime()) < time.Minute {
		return true, nil
	}
	// A collector may have removed it since: then it is written again.
	err = os.Chtimes(path, now, now)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return false, fmt.Errorf("renew blob %s: %w", d, err)
	}
	return true, nil
}

func (s *Store) temp() (*os.File, error) {
	f, err := os.CreateTemp(filepath.Join(s.dir, tmpDir), "put-*")
	if err != nil {
		return nil, fmt.Errorf("put blob: %w", err)
	}
	return f, nil
}

// abandon closes and removes a temporary file and returns why, if there is a why.
func (s *Store) abandon(f *os.File, why error) error {
	err := errors.Join(f.Close(), os.Remove(f.Name()))
	if why != nil {
		return fmt.Errorf("put blob: %w", why)
	}
	if err != nil {
		return fmt.Errorf("put blob: %w", err)
	}
	return nil
}

// commit gives the complete temporary file its final name and closes it.
func (s *Store) commit(f *os.File, d steelyard.Digest) error {
	path, err := s.Path(d)
	if err != nil {
		return s.abandon(f, err)
	}
	if err := f.Chmod(0o444); err != nil {
		return s.abandon(f, err)
	}
	s.opt.Failpoint("cas.written")
	if s.opt.Fsync {
		if err := f.Sync(); err != nil {
			return s.abandon(f, err)
		}
	}
	s.opt.Failpoint("cas.synced")
	err = os.Rename(f.Name(), path)
	madeFan := false
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			madeFan = true
			err = os.Rename(f.Name(), path)
		}
	}
	if err != nil {
		return s.abandon(f, err)
	}
	s.opt.Failpoint("cas.renamed")
	if err := f.Close(); err != nil {
		return fmt.Errorf("put blob %s: %w", d, err)
	}
	if !s.opt.Fsync {
		return nil
	}
	if madeFan {
		if err := syncDir(s.dir); err != nil {
			return fmt.Errorf("put blob %s: %w", d, err)
		}
	}
	if err := syncDir(filepath.Dir(path)); err != nil {
		return fmt.Errorf("put blob %s: %w", d, err)
	}
	return nil
}

func syncDir(path string) error {
	dir, err := os.Open(strings.TrimSuffix(path, "/"))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
