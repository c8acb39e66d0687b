package steelyard

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Blob is a piece of content, held inline or named by its digest. Its JSON form
// is a plain string when the content is inline and valid UTF-8, else an object
// with either "base64" or "digest" and "size".
//
// The zero Blob is the empty content.
type Blob struct {
	// Inline is the content, or nil when only Digest and Size are known.
	Inline []byte
	// Digest names the content; empty while it is held inline and unhashed.
	Digest Digest
	// Size is the length in bytes.
	Size int64
}

// Text returns a Blob holding s.
func Text(s string) Blob { return Blob{Inline: []byte(s), Size: int64(len(s))} }

// Bytes returns a Blob holding b, which must not be changed afterwards.
func Bytes(b []byte) Blob {
	if b == nil {
		b = []byte{}
	}
	return Blob{Inline: b, Size: int64(len(b))}
}

// IsZero reports whether the Blob is the empty content (used by omitzero).
func (b Blob) IsZero() bool { return b.Size == 0 && len(b.Inline) == 0 && b.Digest == "" }

// Held reports whether the content is at hand without a store.
func (b Blob) Held() bool { return b.Inline != nil || b.Size == 0 }

// Sum returns the digest of the content, hashing inline content when needed.
func (b Blob) Sum() Digest {
	if b.Digest != "" {
		return b.Digest
	}
	return DigestOf(b.Inline)
}

// String returns the inline content as text; it is empty for a Blob that is
// only named.
func (b Blob) String() string { return string(b.Inline) }

type blobJSON struct {
	Base64 *string `json:"base64,omitempty"`
	Digest Digest  `json:"digest,omitempty"`
	Size   int64   `json:"size,omitempty"`
}

// MarshalJSON writes inline UTF-8 as a string, other inline content as base64,
// and a named Blob as digest and size.
func (b Blob) MarshalJSON() ([]byte, error) {
	if !b.Held() {
		return json.Marshal(blobJSON{Digest: b.Digest, Size: b.Size})
	}
	if utf8.Valid(b.Inline) {
		var buf bytes.Buffer
		enc := json.NewEncoder(&buf)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(string(b.Inline)); err != nil {
			return nil, err
		}
		return bytes.TrimRight(buf.Bytes(), "\n"), nil
	}
	s := base64.StdEncoding.EncodeToString(b.Inline)
	return json.Marshal(blobJSON{Base64: &s})
}

// UnmarshalJSON accepts the forms MarshalJSON writes.
func (b *Blob) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '"' {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		*b = Text(s)
		return nil
	}
	if bytes.Equal(data, []byte("null")) {
		*b = Blob{}
		return nil
	}
	var j blobJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return fmt.Errorf("content must be a string, or an object with base64 or digest: %w", err)
	}
	switch {
	case j.Base64 != nil:
		raw, err := base64.StdEncoding.DecodeString(*j.Base64)
		if err != nil {
			return fmt.Errorf("base64 content: %w", err)
		}
		*b = Bytes(raw)
	case j.Digest != "":
		if _, err := j.Digest.Sum(); err != nil {
			return err
		}
		if j.Size < 0 {
			return errors.New("content size is negative")
		}
		*b = Blob{Digest: j.Digest, Size: j.Size}
	default:
		return errors.New(`content object needs "base64" or "digest"`)
	}
	return nil
}
