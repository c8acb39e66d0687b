package ns

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"

	"steelyard"
)

// HasLayer reports whether the frozen layer is on this host and whole. The first
// time that a backend is asked for a layer it reads it through: a disk error or a
// loss of power may have left something else under its name, and a program that
// does not start because of that would look like the candidate's fault. Such a
// layer is removed; the step that made it can be executed again.
func (b *Backend) HasLayer(d steelyard.Digest) bool {
	path := b.layerPath(d)
	if _, err := os.Stat(path); !d.Valid() || err != nil {
		return false
	}
	if _, seen := b.whole.Load(d); seen {
		return true
	}
	if got, err := digestTree(path); err != nil || got != d {
		b.cfg.Logger.Warn("a frozen layer is damaged; it will be made again", "layer", d.Short(), "err", err)
		_ = os.RemoveAll(path) // else the next verification says the same
		return false
	}
	b.whole.Store(d, true)
	return true
}

// digestTree computes the digest under which a folder would be frozen.
func digestTree(dir string) (steelyard.Digest, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close()
	var all []entry
	err = fs.WalkDir(root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		e := entry{path: path, mode: uint32(info.Mode().Perm())}
		switch {
		case d.IsDir():
			e.kind = 'D'
		case info.Mode().IsRegular():
			e.kind = 'F'
			if e.data, err = root.ReadFile(path); err != nil {
				return err
			}
		case info.Mode()&fs.ModeSymlink != 0:
			e.kind, e.mode = 'L', 0
			to, err := root.Readlink(path)
			if err != nil {
				return err
			}
			e.data = []byte(to)
		}
		all = append(all, e)
		return nil
	})
	return digestEntries(all), err
}

// digestEntries names a folder by its content: kind, mode, path and bytes of
// every entry, in order of path.
func digestEntries(all []entry) steelyard.Digest {
	sort.Slice(all, func(i, j int) bool { return all[i].path < all[j].path })
	h := sha256.New()
	var num [8]byte
	for _, e := range all {
		h.Write([]byte{e.kind})
		for _, v := range []uint64{uint64(e.mode), uint64(len(e.path)), uint64(len(e.data))} {
			binary.LittleEndian.PutUint64(num[:], v)
			h.Write(num[:])
		}
		h.Write([]byte(e.path))
		h.Write(e.data)
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return steelyard.DigestFromSum(sum)
}

// RemoveLayer deletes a frozen layer. Runs that use it must have ended.
func (b *Backend) RemoveLayer(d steelyard.Digest) error {
	if !d.Valid() {
		return fmt.Errorf("remove layer %q: malformed digest", d)
	}
	b.whole.Delete(d)
	return os.RemoveAll(b.layerPath(d))
}

// layerError says that a program left a working folder which cannot be kept.
type layerError struct{ text string }

func (e *layerError) Error() string { return e.text }

// freeze stores the working folder that the init collected as a layer, named by
// its content.
func (s *Slot) freeze(lay *layout, a *procAnswer) (steelyard.Digest, error) {
	var all []entry
	if err := s.entries(a, lay.collect[0], func(e entry) error {
		if e.kind == 'R' {
			return &layerError{fmt.Sprintf("freeze %s: %s", e.path, e.data)}
		}
		if !cleanPath(e.path) {
			return errRecords
		}
		// As they will be on the disk.
		switch e.kind {
		case 'D':
			e.mode = e.mode&0o777 | 0o500
		case 'F':
			e.mode &= 0o777
		default:
			e.mode = 0
		}
		all = append(all, e)
		return nil
	}); err != nil {
		return "", err
	}
	if a.collectCut {
		return "", &layerError{"freeze: the working folder is too large"}
	}
	d := digestEntries(all)
	if s.b.HasLayer(d) {
		return d, nil
	}
	return d, s.b.writeLayer(d, all)
}

// writeLayer makes the folder under a temporary name and renames it, so that a
// layer that is there is whole. Files belong to the candidate's user, so that
// the copy-on-write view over them can be changed.
func (b *Backend) writeLayer(d steelyard.Digest, all []entry) error {
	tmp, err := os.MkdirTemp(b.cfg.LayersDir, ".new-")
	if err != nil {
		return fmt.Errorf("freeze: %w", err)
	}
	defer os.RemoveAll(tmp)
	root, err := os.OpenRoot(tmp)
	if err != nil {
		return fmt.Errorf("freeze: %w", err)
	}
	defer root.Close()
	for _, e := range all {
		if err := writeEntry(root, e); err != nil {
			return fmt.Errorf("freeze %s: %w", e.path, err)
		}
		if b.host.Root {
			if err := root.Lchown(e.path, candidateHost, candidateHost); err != nil {
				return fmt.Errorf("freeze %s: %w", e.path, err)
			}
		}
	}
	// Folder modes last: one may forbid writing below it.
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].kind == 'D' {
			if err := root.Chmod(all[i].path, os.FileMode(all[i].mode&0o777)|0o500); err != nil {
				return fmt.Errorf("freeze %s: %w", all[i].path, err)
			}
		}
	}
	if err := os.Chmod(tmp, 0o755); err != nil {
		return fmt.Errorf("freeze: %w", err)
	}
	if b.host.Root {
		if err := os.Chown(tmp, candidateHost, candidateHost); err != nil {
			return fmt.Errorf("freeze: %w", err)
		}
	}
	err = os.Rename(tmp, b.layerPath(d))
	if err != nil && b.HasLayer(d) {
		return nil // somebody else froze the same content
	}
	return err
}

func writeEntry(root *os.Root, e entry) error {
	switch e.kind {
	case 'D':
		return root.Mkdir(e.path, 0o755)
	case 'L':
		return root.Symlink(string(e.data), e.path)
	case 'F':
		f, err := root.OpenFile(e.path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, os.FileMode(e.mode&0o777))
		if err != nil {
			return err
		}
		_, err = f.Write(e.data)
		if err == nil {
			err = f.Chmod(os.FileMode(e.mode & 0o777))
		}
		return errors.Join(err, f.Close())
	}
	return fmt.Errorf("unknown kind %q in %s", e.kind, filepath.Base(e.path))
}
