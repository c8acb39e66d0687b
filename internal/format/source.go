package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"steelyard"
)

// Source is an input: a file, a stream or a directory.
type Source struct {
	// Name is what messages call it: the path as given, or "-".
	Name string
	// Open opens the content; nil for a directory. A stream can be opened once.
	Open func() (io.ReadCloser, error)
	// Dir is the content of a directory; nil otherwise.
	Dir fs.FS
	// path is the file behind Open, if there is one. Parquet is read from its
	// end, which a stream has not; a caller may have wrapped Open.
	path string
}

// Path returns the source at path.
func Path(path string) (Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return Source{}, openError(path, err)
	}
	if info.IsDir() {
		// A Root keeps links of the directory from leading out of it.
		root, err := os.OpenRoot(path)
		if err != nil {
			return Source{}, openError(path, err)
		}
		return Source{Name: path, Dir: root.FS()}, nil
	}
	return Source{Name: path, path: path, Open: func() (io.ReadCloser, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, openError(path, err)
		}
		return f, nil
	}}, nil
}

// Reader returns a source that reads r, once; closing it is the caller's.
func Reader(name string, r io.Reader) Source {
	return Source{Name: name, Open: func() (io.ReadCloser, error) { return io.NopCloser(r), nil }}
}

// base returns the last element of the source's path, for a directory that is
// itself the problem.
func (s *Source) base() string {
	name := filepath.Base(s.Name)
	if abs, err := filepath.Abs(s.Name); err == nil {
		name = filepath.Base(abs)
	}
	return name
}

func openError(path string, err error) error {
	remedy := "check the path and its permissions"
	if errors.Is(err, fs.ErrNotExist) {
		remedy = "check the path; it is relative to the current directory"
	}
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return &steelyard.InputError{File: path, Problem: "cannot be opened", Err: err, Remedy: remedy}
}

// How the containers begin.
const (
	magicGzip    = "\x1f\x8b"
	magicZstd    = "\x28\xb5\x2f\xfd"
	magicParquet = "PAR1"
	magicBOM     = "\xef\xbb\xbf"
)

// maxWindow bounds what a Zstandard frame may make us allocate; it is the
// window of `zstd --long`.
const maxWindow = 128 << 20

// plain returns a reader of r's content without compression and byte order
// mark. Compression is told from the content; the name only says what was meant
// when the content is neither.
func plain(name string, r io.Reader) (*bufio.Reader, func(), error) {
	br := bufio.NewReaderSize(r, 1<<16)
	closer := func() {}
	// Two layers, as in .jsonl.gz inside a .zst, are as far as anybody goes.
	for range 2 {
		head, err := br.Peek(4)
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, closer, readError(name, 0, 0, err)
		}
		switch {
		case bytes.HasPrefix(head, []byte(magicGzip)):
			zr, err := gzip.NewReader(br)
			if err != nil {
				return nil, closer, readError(name, 0, 0, err)
			}
			br = bufio.NewReaderSize(zr, 1<<16)
		case bytes.HasPrefix(head, []byte(magicZstd)):
			zr, err := zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
			if err != nil {
				return nil, closer, readError(name, 0, 0, err)
			}
			inner := closer
			closer = func() { zr.Close(); inner() }
			br = bufio.NewReaderSize(zr, 1<<16)
		default:
			if err := misnamed(name, head); err != nil {
				return nil, closer, err
			}
		}
	}
	if head, _ := br.Peek(3); string(head) == magicBOM {
		_, _ = br.Discard(3) // peeked, so it is there
	}
	return br, closer, nil
}

// misnamed refuses a file that is called compressed and holds neither
// compressed data nor the JSON it would hold once decompressed.
func misnamed(name string, head []byte) error {
	kind := ""
	switch {
	case strings.HasSuffix(name, ".gz"):
		kind = "gzip"
	case strings.HasSuffix(name, ".zst"):
		kind = "Zstandard"
	}
	if kind == "" || len(head) == 0 || strings.ContainsRune("{[ \t\r\n\xef", rune(head[0])) || string(head) == magicParquet {
		return nil
	}
	return &steelyard.InputError{File: name, Problem: fmt.Sprintf("is named as %s data and is not", kind), Remedy: "rename it, or fetch it again"}
}

// truncated reports whether err means that compressed data ended early.
func truncated(err error) bool { return errors.Is(err, io.ErrUnexpectedEOF) }

// readError is the error of reading name after n records; line is where.
func readError(name string, line, n int, err error) error {
	e := &steelyard.InputError{File: name, Line: line, Err: err, Remedy: "fetch or write the file again"}
	switch {
	case truncated(err):
		e.Problem = fmt.Sprintf("compressed data ends early; %s read before", count(n))
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrCRCMismatch),
		errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, zstd.ErrWindowSizeExceeded):
		e.Problem = fmt.Sprintf("compressed data is damaged; %s read before", count(n))
	default:
		e.Problem = fmt.Sprintf("cannot be read; %s read before", count(n))
	}
	return e
}

func count(n int) string {
	if n == 1 {
		return "1 record"
	}
	return fmt.Sprintf("%d records", n)
}
