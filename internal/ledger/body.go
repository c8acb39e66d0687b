package ledger

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"steelyard"
)

// A body is a payload as a row holds it: one byte for its form, the CRC-32C of
// the rest, and the rest, which is the payload or the SHA-256 of a blob. SQLite
// has no checksum of its own, so this is what tells damage from truth.
const (
	bodyInline = 'i'
	bodyBlob   = 'b'

	bodyHead = 1 + crc32.Size
)

func seal(form byte, payload []byte) []byte {
	b := make([]byte, bodyHead+len(payload))
	b[0] = form
	copy(b[bodyHead:], payload)
	binary.LittleEndian.PutUint32(b[1:], crc(payload))
	return b
}

func crc(b []byte) uint32 {
	return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
}

// body seals a payload, putting a long one into the blob store first. It runs
// in the caller's goroutine, so that hashing and files do not hold up others.
func (l *Ledger) body(payload []byte) ([]byte, error) {
	if l.opt.Blobs == nil || len(payload) <= l.opt.InlineMax {
		return seal(bodyInline, payload), nil
	}
	d, err := l.opt.Blobs.Put(payload)
	if err != nil {
		return nil, err
	}
	sum, err := d.Sum()
	if err != nil {
		return nil, err
	}
	return seal(bodyBlob, sum[:]), nil
}

func checkSum(body []byte) error {
	if len(body) < bodyHead || binary.LittleEndian.Uint32(body[1:]) != crc(body[bodyHead:]) {
		return fmt.Errorf("%w: a payload fails its checksum", ErrDamaged)
	}
	return nil
}

// payload is the inverse of body.
func (l *Ledger) payload(body []byte) ([]byte, error) {
	if err := checkSum(body); err != nil {
		return nil, err
	}
	rest := body[bodyHead:]
	switch body[0] {
	case bodyInline:
		if len(rest) == 0 {
			return nil, nil
		}
		return rest, nil
	case bodyBlob:
		if len(rest) != sha256.Size {
			break
		}
		d := steelyard.DigestFromSum([sha256.Size]byte(rest))
		if l.opt.Blobs == nil {
			return nil, fmt.Errorf("payload %s is a blob and the ledger was opened without a blob store", d)
		}
		b, err := l.opt.Blobs.Get(d)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return b, nil
	}
	return nil, fmt.Errorf("%w: a payload has the unknown form %q", ErrDamaged, body[0])
}

// contentOf digests what makes a rollout the same one: its task and content.
func contentOf(r *Rollout) ([sha256.Size]byte, error) {
	var sum [sha256.Size]byte
	h := sha256.New()
	h.Write([]byte(r.Task))
	if r.Content != "" {
		c, err := r.Content.Sum()
		if err != nil {
			return sum, err
		}
		h.Write(c[:])
	} else {
		c := sha256.Sum256(r.JSON)
		h.Write(c[:])
	}
	h.Sum(sum[:0])
	return sum, nil
}
