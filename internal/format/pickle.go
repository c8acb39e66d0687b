package format

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Opcodes of the pickle machine that a lone string needs (Lib/pickletools.py
// documents them, protocols 0 to 5).
const (
	opProto           = 0x80
	opFrame           = 0x95
	opMemoize         = 0x94
	opShortBinUnicode = 0x8c
	opBinUnicode      = 'X'
	opBinUnicode8     = 0x8d
	opUnicode         = 'V'
	opBinPut          = 'q'
	opLongBinPut      = 'r'
	opPut             = 'p'
	opStop            = '.'
)

// unpickleString reads a pickle that holds one str and nothing else. Any other
// opcode is an error: nothing is built, imported or called.
func unpickleString(b []byte) (string, error) {
	var (
		text string
		have bool
	)
	take := func(n uint64) ([]byte, error) {
		if uint64(len(b)) < n {
			return nil, errors.New("pickle ends early")
		}
		part := b[:n]
		b = b[n:]
		return part, nil
	}
	for {
		op, err := take(1)
		if err != nil {
			return "", err
		}
		width := uint64(0)
		switch op[0] {
		case opProto, opBinPut:
			_, err = take(1)
		case opFrame:
			_, err = take(8)
		case opLongBinPut:
			_, err = take(4)
		case opMemoize:
		case opPut:
			_, err = takeLine(&b)
		case opShortBinUnicode:
			width = 1
		case opBinUnicode:
			width = 4
		case opBinUnicode8:
			width = 8
		case opUnicode:
			if have {
				return "", errors.New("pickle holds more than one value")
			}
			var line []byte
			if line, err = takeLine(&b); err == nil {
				have = true
				text, err = rawUnicodeEscape(line)
			}
		case opStop:
			if !have {
				return "", errors.New("pickle holds no string")
			}
			if !utf8.ValidString(text) {
				return "", errors.New("pickled string is not valid UTF-8")
			}
			return text, nil
		default:
			return "", fmt.Errorf("pickle holds something else than one string (opcode 0x%02x)", op[0])
		}
		if err != nil {
			return "", err
		}
		if width == 0 {
			continue
		}
		if have {
			return "", errors.New("pickle holds more than one value")
		}
		size, err := take(width)
		if err != nil {
			return "", err
		}
		var full [8]byte
		copy(full[:], size)
		part, err := take(binary.LittleEndian.Uint64(full[:]))
		if err != nil {
			return "", err
		}
		text, have = string(part), true
	}
}

func takeLine(b *[]byte) ([]byte, error) {
	line, rest, ok := bytes.Cut(*b, []byte{'\n'})
	if !ok {
		return nil, errors.New("pickle ends early")
	}
	*b = rest
	return line, nil
}

// rawUnicodeEscape decodes protocol 0's text: Latin-1 with \uXXXX and
// \UXXXXXXXX escapes.
func rawUnicodeEscape(line []byte) (string, error) {
	out := make([]rune, 0, len(line))
	for i := 0; i < len(line); i++ {
		if line[i] != '\\' || i+1 >= len(line) || line[i+1] != 'u' && line[i+1] != 'U' {
			out = append(out, rune(line[i]))
			continue
		}
		n := 4
		if line[i+1] == 'U' {
			n = 8
		}
		if i+2+n > len(line) {
			return "", errors.New("pickled string has a broken escape")
		}
		v, err := strconv.ParseUint(string(line[i+2:i+2+n]), 16, 32)
		if err != nil {
			return "", errors.New("pickled string has a broken escape")
		}
		out = append(out, rune(v))
		i += 1 + n
	}
	return string(out), nil
}
