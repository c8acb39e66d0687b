package cli

import (
	"encoding/json"
	"reflect"

	"github.com/invopop/jsonschema"

	"steelyard"
)

// schemaFor describes the types that have a JSON form of their own; nil leaves a
// type to be described field by field.
func schemaFor(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[steelyard.Blob]():
		object := &jsonschema.Schema{Type: "object", Description: "content that is not text, or that is named by its digest", Properties: jsonschema.NewProperties()}
		object.Properties.Set("base64", &jsonschema.Schema{Type: "string"})
		object.Properties.Set("digest", digestSchema())
		object.Properties.Set("size", &jsonschema.Schema{Type: "integer", Minimum: "0"})
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{{Type: "string"}, object}}
	case reflect.TypeFor[steelyard.Digest]():
		return digestSchema()
	case reflect.TypeFor[steelyard.Duration]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
			{Type: "string", Description: `such as "3s", "250ms" or "1m30s"`},
			{Type: "number", Minimum: "0", Description: "seconds"},
		}}
	case reflect.TypeFor[steelyard.Size]():
		return &jsonschema.Schema{OneOf: []*jsonschema.Schema{
			{Type: "string", Description: `such as "64KiB", "256MiB" or "2GiB"`},
			{Type: "integer", Minimum: "0", Description: "bytes"},
		}}
	case reflect.TypeFor[json.RawMessage]():
		return &jsonschema.Schema{Description: "any JSON value"}
	}
	return nil
}

func digestSchema() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Pattern: "^(sha256:[0-9a-f]{64})?$"}
}
