package function

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"strings"

	"steelyard"
)

// pyOrder builds an order for the driver: fields of key, length and content.
type pyOrder struct{ b bytes.Buffer }

func (o *pyOrder) field(key, content string) {
	o.b.WriteString(key)
	o.b.WriteByte(' ')
	o.b.WriteString(strconv.Itoa(len(content)))
	o.b.WriteByte('\n')
	o.b.WriteString(content)
}

func (o *pyOrder) optional(key, content string) {
	if content != "" {
		o.field(key, content)
	}
}

func (o *pyOrder) blob() steelyard.Blob { return steelyard.Bytes(o.b.Bytes()) }

// candidate adds what runs the candidate's code.
func (o *pyOrder) candidate(f *steelyard.FunctionSpec, code string, files bool) {
	var src strings.Builder
	if f.Before != "" {
		src.WriteString(f.Before)
		src.WriteString("\n\n")
	}
	src.WriteString(code)
	o.field("code", src.String())
	o.optional("after", f.After)
	o.field("entry", f.EntryPoint)
	o.optional("class", f.Class)
	if files {
		o.field("path", steelyard.WorkDir)
	}
}

func (o *pyOrder) groups(p *pyPlan) {
	for _, g := range p.groups {
		kind := "s"
		if g.check {
			kind = "c"
		}
		o.field("check", kind+g.text)
	}
}

// pyFrame is one frame of descriptor 3.
type pyFrame struct {
	tag  byte
	body []byte
}

// pyFrames splits a result stream; whole is false when bytes are left over.
func pyFrames(b []byte) (frames []pyFrame, whole bool) {
	for len(b) >= 5 {
		n := binary.BigEndian.Uint32(b[1:5])
		if uint64(n) > uint64(len(b)-5) {
			break
		}
		frames = append(frames, pyFrame{tag: b[0], body: b[5 : 5+n]})
		b = b[5+n:]
	}
	return frames, len(b) == 0
}

// number reads the decimal number, ended by ';', that a frame's body begins
// with.
func (f *pyFrame) number() (n int, rest []byte, ok bool) {
	i := bytes.IndexByte(f.body[:min(len(f.body), 11)], ';')
	if i <= 0 {
		return 0, nil, false
	}
	n, err := strconv.Atoi(string(f.body[:i]))
	if err != nil || n < 0 {
		return 0, nil, false
	}
	return n, f.body[i+1:], true
}
