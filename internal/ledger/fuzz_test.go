package ledger

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"
)

// FuzzPayload: what a row holds is decoded to what was sealed, or reported.
func FuzzPayload(f *testing.F) {
	f.Add(seal(bodyInline, nil), uint16(0))
	f.Add(seal(bodyInline, []byte(`{"a":1}`)), uint16(5))
	f.Add(seal(bodyBlob, make([]byte, 32)), uint16(0))
	f.Add(seal('?', []byte("x")), uint16(3))
	f.Add([]byte("i"), uint16(0))
	l := &Ledger{opt: Options{Blobs: &mapBlobs{}}}
	f.Fuzz(func(t *testing.T, body []byte, at uint16) {
		got, err := l.payload(body)
		if err == nil && !bytes.Equal(seal(bodyInline, got), body) {
			t.Errorf("payload of %x is %x, which is sealed as another body", body, got)
		}
		if err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("payload of %x: %v, want ErrDamaged", body, err)
		}
		whole := seal(bodyInline, body)
		if got, err := l.payload(whole); err != nil || !bytes.Equal(got, body) {
			t.Errorf("payload of sealed %x: %x, %v", body, got, err)
		}
		// One changed byte behind the form is always seen.
		n := 1 + int(at)%(len(whole)-1)
		whole[n] ^= 1 << (at % 8)
		if got, err := l.payload(whole); err == nil {
			t.Errorf("byte %d of sealed %x was changed, payload is %x", n, body, got)
		}
	})
}

// FuzzFindMount: any mountinfo gives a type that stands in it, or nothing.
func FuzzFindMount(f *testing.F) {
	f.Add("36 25 0:33 / /far rw shared:1 - fuse.sshfs host:/far rw\n", "0:33")
	f.Add("36 25 0:33 / /far rw - \n - \n\n", "0:33")
	f.Fuzz(func(t *testing.T, info, device string) {
		got, err := findMount(bufio.NewScanner(strings.NewReader(info)), device)
		if err == nil && got != "" && !strings.Contains(info, " - "+got) {
			t.Errorf("mount of %q in %q: %q", device, info, got)
		}
	})
}
