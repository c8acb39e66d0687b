package ns

import (
	"bytes"
	"encoding/binary"
)

// The protocol with the slot init; init.h is its other half.
const (
	proto = 10

	msgConfig = 1
	msgRun    = 2
	msgCancel = 3
	msgZygote = 4
	msgDrop   = 5
	msgSettle = 6
	msgCPU    = 7
	msgReady  = 32
	msgDone   = 33
	msgFail   = 34

	maxProcs   = 4
	maxLinks   = 4
	maxZygotes = 4
	streams    = 3

	endExited    = 1
	endSignalled = 2
	endTimeout   = 3
	endOutput    = 4
	endNoStart   = 5
	endInfra     = 6
	endCancel    = 7

	limitCPU    = 2
	limitCancel = 8
)

// limitNames are the values of ProcOutcome.Limit, by the init's numbers.
func limitName(n uint32) string {
	names := [...]string{"", "wall", "cpu", "stdout", "stderr", "result", "link", "peer", "cancel", "layer"}
	if int(n) < len(names) {
		return names[n]
	}
	return "?"
}

// Sizes of the mailbox's two areas. Both are sparse: only pages that were
// written exist.
const (
	orderSize = 512 << 20
	mailSize  = 2 << 30
	headSize  = 64 << 10 // struct answer, at the start of the answer area
)

// An encoder writes an order straight into the mailbox.
type encoder struct {
	buf []byte
	n   int
	bad bool
}

func (e *encoder) take(n int) []byte {
	if e.bad || n > len(e.buf)-e.n {
		e.bad = true
		return nil
	}
	b := e.buf[e.n : e.n+n]
	e.n += n
	return b
}

func (e *encoder) u32(v uint32) {
	if b := e.take(4); b != nil {
		binary.LittleEndian.PutUint32(b, v)
	}
}

func (e *encoder) u64(v uint64) {
	if b := e.take(8); b != nil {
		binary.LittleEndian.PutUint64(b, v)
	}
}

// blob writes length, bytes and a NUL, so that the init uses it in place.
func (e *encoder) blob(p []byte) {
	e.u64(uint64(len(p)))
	if b := e.take(len(p) + 1); b != nil {
		copy(b, p)
		b[len(p)] = 0
	}
}

func (e *encoder) str(s string) {
	e.u64(uint64(len(s)))
	if b := e.take(len(s) + 1); b != nil {
		copy(b, s)
		b[len(s)] = 0
	}
}

// procAnswer is struct proc_answer.
type procAnswer struct {
	end, limit                           uint32
	code, sig                            int32
	ready, start, stop, cpuNS, maxRSSKiB uint64
	length                               [streams]uint64
	cut                                  [streams]bool
	collected                            uint64
	collectCut                           bool
	note                                 string
}

const (
	answerProcs = 8 + 8 + 8*maxLinks
	procSize    = 6*4 + 5*8 + 8*streams + 4*streams + 4 + 8 + 184
)

func decodeProc(head []byte, i int) procAnswer {
	b := head[answerProcs+i*procSize:]
	le := binary.LittleEndian
	a := procAnswer{
		end: le.Uint32(b[4:]), limit: le.Uint32(b[8:]),
		code: int32(le.Uint32(b[12:])), sig: int32(le.Uint32(b[16:])),
		ready: le.Uint64(b[24:]), start: le.Uint64(b[32:]), stop: le.Uint64(b[40:]),
		cpuNS: le.Uint64(b[48:]), maxRSSKiB: le.Uint64(b[56:]),
	}
	for k := range streams {
		a.length[k] = le.Uint64(b[64+8*k:])
		a.cut[k] = le.Uint32(b[88+4*k:]) != 0
	}
	c := le.Uint64(b[104:])
	a.collected, a.collectCut = c&^(1<<63), c>>63 != 0
	note := b[112 : 112+184]
	if n := bytes.IndexByte(note, 0); n >= 0 {
		note = note[:n]
	}
	a.note = string(note)
	return a
}

func beginNS(head []byte) uint64 { return binary.LittleEndian.Uint64(head[8:]) }

func linkLen(head []byte, i int) uint64 { return binary.LittleEndian.Uint64(head[16+8*i:]) }

func failText(head []byte) string {
	b := head[answerProcs+maxProcs*procSize:]
	b = b[:256]
	if n := bytes.IndexByte(b, 0); n >= 0 {
		b = b[:n]
	}
	return string(b)
}
