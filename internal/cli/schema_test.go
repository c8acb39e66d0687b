package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestSchemasAreCurrent: what is published is what the types say. After a change
// run: go run ./cmd/steelyard schema docs/schema
func TestSchemasAreCurrent(t *testing.T) {
	t.Parallel()
	const dir = "../../docs/schema"
	for name, v := range schemaTypes() {
		want, err := schemaOf(name, v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(dir, name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s.json is out of date: go run ./cmd/steelyard schema docs/schema", name)
		}
		if !json.Valid(got) {
			t.Errorf("%s.json is not JSON", name)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != len(schemaTypes()) {
		t.Errorf("%d files in %s for %d records", len(files), dir, len(schemaTypes()))
	}
}
