package steelyard

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// Digest names content: "sha256:" followed by 64 lower-case hexadecimal digits.
// The zero value names nothing.
type Digest string

const digestPrefix = "sha256:"

// DigestOf returns the digest of b.
func DigestOf(b []byte) Digest {
	sum := sha256.Sum256(b)
	return DigestFromSum(sum)
}

// DigestFromSum returns the digest with the given SHA-256 sum.
func DigestFromSum(sum [sha256.Size]byte) Digest {
	var buf [len(digestPrefix) + 2*sha256.Size]byte
	copy(buf[:], digestPrefix)
	hex.Encode(buf[len(digestPrefix):], sum[:])
	return Digest(buf[:])
}

// DigestJSON returns the digest of v's JSON form. encoding/json writes struct
// fields in order and map keys sorted, so equal values have equal digests.
func DigestJSON(v any) (Digest, error) {
	b, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("digest of %T: %w", v, err)
	}
	return DigestOf(b), nil
}

// Hex returns the 64 hexadecimal digits, without the algorithm.
func (d Digest) Hex() string { return strings.TrimPrefix(string(d), digestPrefix) }

// Short returns the first 12 hexadecimal digits, for people.
func (d Digest) Short() string {
	h := d.Hex()
	if len(h) > 12 {
		return h[:12]
	}
	return h
}

// Sum returns the 32 bytes the digest names, or an error if it is malformed.
func (d Digest) Sum() ([sha256.Size]byte, error) {
	var sum [sha256.Size]byte
	h, ok := strings.CutPrefix(string(d), digestPrefix)
	if !ok || len(h) != 2*sha256.Size || strings.ToLower(h) != h {
		return sum, fmt.Errorf("digest %q: want sha256: and 64 lower-case hexadecimal digits", string(d))
	}
	if _, err := hex.Decode(sum[:], []byte(h)); err != nil {
		return sum, fmt.Errorf("digest %q: %w", string(d), err)
	}
	return sum, nil
}

// Valid reports whether d is well formed.
func (d Digest) Valid() bool { _, err := d.Sum(); return err == nil }
