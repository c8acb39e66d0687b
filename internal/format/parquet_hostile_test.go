package format

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
)

// Data packed in a way that does not say how long it becomes is refused before a
// byte of it is unpacked: damaged, it would take memory until there is none.
func TestParquetPackings(t *testing.T) {
	t.Parallel()
	type sample struct {
		Task   string `parquet:"task_id"`
		Output string `parquet:"completion"`
	}
	for name, c := range map[string]struct {
		codec compress.Codec
		fault string
	}{
		"zstd":         {&parquet.Zstd, ""},
		"snappy":       {&parquet.Snappy, ""},
		"uncompressed": {&parquet.Uncompressed, ""},
		"lz4":          {&parquet.Lz4Raw, "is packed with LZ4_RAW"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var buf bytes.Buffer
			w := parquet.NewGenericWriter[sample](&buf, parquet.Compression(c.codec))
			if _, err := w.Write([]sample{{"T/1", strings.Repeat("x", 1000)}}); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "r.parquet")
			if err := os.WriteFile(path, buf.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			src, err := Path(path)
			if err != nil {
				t.Fatal(err)
			}
			rows, fault := 0, ""
			parquetRows(src, 1<<20, func(_ record, err error) bool {
				if err != nil {
					fault = err.Error()
				} else {
					rows++
				}
				return true
			})
			if c.fault == "" && (fault != "" || rows != 1) || c.fault != "" && (!strings.Contains(fault, c.fault) || rows != 0) {
				t.Errorf("%d rows, fault %q, want fault %q", rows, fault, c.fault)
			}
		})
	}
}
