package format

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	pqformat "github.com/parquet-go/parquet-go/format"

	"steelyard"
)

// parquetRows yields the rows of a Parquet file as JSON objects whose members are
// the columns, so that every dialect reads them. A row's number, from 1, stands
// for its line. Pages are read as they are needed.
func parquetRows(src Source, limit int, yield func(record, error) bool) {
	name := src.Name
	fault := func(problem string, err error, remedy string) error {
		return &steelyard.InputError{File: name, Problem: problem, Err: err, Remedy: remedy}
	}
	var info os.FileInfo
	f, err := os.Open(src.path)
	if err == nil {
		defer f.Close()
		info, err = f.Stat()
	}
	magic := make([]byte, len(magicParquet))
	if err == nil && info.Mode().IsRegular() {
		_, err = f.ReadAt(magic, 0)
	}
	if err != nil || string(magic) != magicParquet {
		yield(record{}, fault("Parquet cannot be read from a stream or from compressed data: its index is at the end", nil, "give the path of the uncompressed file"))
		return
	}
	var pf *parquet.File
	err = guarded(func() (err error) {
		pf, err = parquet.OpenFile(f, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		return err
	})
	if err == nil {
		err = believable(pf)
	}
	row := 0
	for i := 0; err == nil && i < len(pf.RowGroups()); i++ {
		var more bool
		if more, err = groupRows(pf.RowGroups()[i], name, limit, &row, yield); err == nil && !more {
			return
		}
	}
	if err != nil {
		yield(record{file: name, line: row}, fault(fmt.Sprintf("Parquet data is damaged; %s read before", count(row)), err, "fetch or write the file again"))
	}
}

// believable refuses what would have the library take memory without bound before
// it notices that a file is damaged: compressed data that does not say how long it
// becomes, and sizes that no column of rollouts has.
func believable(pf *parquet.File) error {
	const most = 2 << 30 // bytes of one column of one row group, unpacked
	for g, group := range pf.Metadata().RowGroups {
		for c := range group.Columns {
			m := &group.Columns[c].MetaData
			switch m.Codec {
			case pqformat.Uncompressed, pqformat.Snappy, pqformat.Gzip, pqformat.Brotli, pqformat.Zstd:
			default:
				return fmt.Errorf("column %d of row group %d is packed with %v, which is not read; write it with zstd or snappy", c+1, g+1, m.Codec)
			}
			if m.TotalUncompressedSize < 0 || m.TotalUncompressedSize > most || m.TotalCompressedSize < 0 || m.NumValues < 0 {
				return fmt.Errorf("column %d of row group %d claims %d bytes, at most %d are read at once; write smaller row groups", c+1, g+1, m.TotalUncompressedSize, int64(most))
			}
		}
	}
	return nil
}

// groupRows yields the rows of one row group; it reports whether the consumer
// wants more.
func groupRows(group parquet.RowGroup, name string, limit int, row *int, yield func(record, error) bool) (more bool, err error) {
	var r *parquet.GenericReader[any]
	if err := guarded(func() error { r = parquet.NewGenericRowGroupReader[any](group); return nil }); err != nil {
		return false, err
	}
	defer func() {
		if cerr := guarded(r.Close); err == nil {
			err = cerr
		}
	}()
	var buf bytes.Buffer
	rows := make([]any, 1)
	for {
		rows[0] = nil
		var n int
		err := guarded(func() (err error) { n, err = r.Read(rows); return err })
		if n > 0 {
			*row++
			rec := record{file: name, line: *row}
			buf.Reset()
			enc := json.NewEncoder(&buf)
			enc.SetEscapeHTML(false)
			var bad error
			if eerr := enc.Encode(plainValue(rows[0], 0)); eerr != nil {
				bad = &recordError{rec.fault("", "use columns of text, numbers and lists", "row cannot be read: %v", eerr)}
			} else if buf.Len() > limit {
				bad = &recordError{tooLong(name, *row, int64(buf.Len()), limit)}
			}
			rec.data = bytes.TrimSpace(buf.Bytes())
			if !yield(rec, bad) {
				return false, nil
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return true, nil
		case err != nil:
			return false, err
		case n == 0:
			return false, io.ErrNoProgress
		}
	}
}

// guarded runs f and turns a panic into an error: the library panics on files
// that contradict themselves.
func guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return f()
}

// plainValue turns what the library reads into what JSON can say: lists without
// their wrappers, text for bytes, null for NaN.
func plainValue(v any, depth int) any {
	const deepest = 64
	if depth > deepest {
		return nil
	}
	switch v := v.(type) {
	case map[string]any:
		if list, ok := listOf(v); ok {
			return plainValue(list, depth+1)
		}
		for k, e := range v {
			v[k] = plainValue(e, depth+1)
		}
		return v
	case []any:
		for i, e := range v {
			v[i] = plainValue(e, depth+1)
		}
		return v
	case string:
		if !utf8.ValidString(v) {
			return steelyard.Bytes([]byte(v))
		}
	case []byte:
		if utf8.Valid(v) {
			return string(v)
		}
		return steelyard.Bytes(v)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
	case float32:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil
		}
	}
	return v
}

// listOf returns the elements of the three-level form of a list: a group with a
// repeated group "list" of "element" (or, in older files, other names).
func listOf(v map[string]any) ([]any, bool) {
	if len(v) != 1 {
		return nil, false
	}
	for _, outer := range []string{"list", "bag"} {
		items, ok := v[outer].([]any)
		if !ok {
			continue
		}
		out := make([]any, len(items))
		for i, it := range items {
			one, ok := it.(map[string]any)
			if !ok || len(one) != 1 {
				return nil, false
			}
			for _, e := range one {
				out[i] = e
			}
		}
		return out, true
	}
	return nil, false
}
