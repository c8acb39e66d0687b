package steelyard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Duration is a length of time. Its JSON form is a string such as "3s" or
// "250ms"; a number is read as seconds.
type Duration time.Duration

// Std returns d as a time.Duration.
func (d Duration) Std() time.Duration { return time.Duration(d) }

// Milliseconds returns d in milliseconds.
func (d Duration) Milliseconds() float64 { return float64(d) / float64(time.Millisecond) }

// String returns the form time.Duration prints.
func (d Duration) String() string { return time.Duration(d).String() }

// MarshalText writes the duration as text.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalJSON reads a duration string or a number of seconds.
func (d *Duration) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '"' {
		var s string
		if err := json.Unmarshal(data, &s); err != nil {
			return err
		}
		return d.UnmarshalText([]byte(s))
	}
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	sec, err := strconv.ParseFloat(string(data), 64)
	if err != nil || sec < 0 || math.IsNaN(sec) || sec > 1e9 {
		return fmt.Errorf("duration %s: want a string such as \"3s\" or a number of seconds", data)
	}
	*d = Duration(sec * float64(time.Second))
	return nil
}

// UnmarshalText reads a duration such as "1m30s" or "250ms".
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v < 0 {
		return fmt.Errorf("duration %q: want for example 3s, 250ms or 1m30s", text)
	}
	*d = Duration(v)
	return nil
}

// Size is a number of bytes. Its JSON form is a string such as "256MiB"; a
// number is read as bytes.
type Size int64

// Binary size units.
const (
	KiB Size = 1 << 10
	MiB Size = 1 << 20
	GiB Size = 1 << 30
)

// sizeUnits are the units a size may have, the longest names first.
func sizeUnits() []sizeUnit {
	return []sizeUnit{
		{"KiB", 1 << 10},
		{"MiB", 1 << 20},
		{"GiB", 1 << 30},
		{"kB", 1e3},
		{"KB", 1e3},
		{"MB", 1e6},
		{"GB", 1e9},
		{"K", 1 << 10},
		{"M", 1 << 20},
		{"G", 1 << 30},
		{"B", 1},
	}
}

type sizeUnit struct {
	name string
	size float64
}

// String writes the size with the largest binary unit that divides it.
func (s Size) String() string {
	switch {
	case s != 0 && s%GiB == 0:
		return strconv.FormatInt(int64(s/GiB), 10) + "GiB"
	case s != 0 && s%MiB == 0:
		return strconv.FormatInt(int64(s/MiB), 10) + "MiB"
	case s != 0 && s%KiB == 0:
		return strconv.FormatInt(int64(s/KiB), 10) + "KiB"
	}
	return strconv.FormatInt(int64(s), 10) + "B"
}

// MarshalText writes the size as text.
func (s Size) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalJSON reads a size string or a number of bytes.
func (s *Size) UnmarshalJSON(data []byte) error {
	data = bytes.TrimSpace(data)
	if len(data) > 0 && data[0] == '"' {
		var t string
		if err := json.Unmarshal(data, &t); err != nil {
			return err
		}
		return s.UnmarshalText([]byte(t))
	}
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	n, err := strconv.ParseInt(string(data), 10, 64)
	if err != nil || n < 0 {
		return fmt.Errorf("size %s: want a string such as \"256MiB\" or a number of bytes", data)
	}
	*s = Size(n)
	return nil
}

// UnmarshalText reads a size such as "256MiB".
func (s *Size) UnmarshalText(text []byte) error {
	t := strings.TrimSpace(string(text))
	unit := 1.0
	for _, u := range sizeUnits() {
		if rest, ok := strings.CutSuffix(t, u.name); ok {
			t, unit = strings.TrimSpace(rest), u.size
			break
		}
	}
	v, err := strconv.ParseFloat(t, 64)
	if err != nil || v < 0 || math.IsNaN(v) || v*unit > 1<<60 {
		return fmt.Errorf("size %q: want for example 64KiB, 256MiB or 2GiB", text)
	}
	*s = Size(v * unit)
	return nil
}
