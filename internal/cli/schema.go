package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/invopop/jsonschema"

	"steelyard"
)

type schemaCmd struct {
	Dir string `arg:"" help:"Folder to write to."`
}

// Run writes one schema a record type.
func (c *schemaCmd) Run(*world) error {
	if err := os.MkdirAll(c.Dir, 0o755); err != nil {
		return err
	}
	for name, v := range schemaTypes() {
		b, err := schemaOf(name, v)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(c.Dir, name+".json"), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// schemaTypes are the records people meet, by the name of their schema.
func schemaTypes() map[string]any {
	return map[string]any{
		"task":        &steelyard.Task{},
		"rollout":     &steelyard.Rollout{},
		"reward":      &steelyard.Reward{},
		"summary":     &steelyard.Summary{},
		"error":       &steelyard.ErrorRecord{},
		"observation": &steelyard.Observation{},
		"verdict":     &steelyard.Verdict{},
		"step":        &steelyard.Step{},
		"explanation": &Explanation{},
		"missing":     &Missing{},
		"finding":     &Finding{},
		"part":        &part{},
	}
}

func schemaOf(name string, v any) ([]byte, error) {
	r := jsonschema.Reflector{
		// Readers must ignore what they do not know, so the schema allows it.
		AllowAdditionalProperties: true,
		Anonymous:                 true,
		Mapper:                    schemaFor,
	}
	s := r.Reflect(v)
	s.ID = jsonschema.ID("steelyard/" + name + ".json")
	s.Title = "steelyard " + name
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", name, err)
	}
	return append(b, '\n'), nil
}
