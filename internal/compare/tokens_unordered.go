package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/maphash"
	"iter"
	"math"
	"slices"
)

// lineItems yields the lines that are not blank. Unless exact, a line is its
// tokens joined by one space.
func lineItems(exact bool) func([]byte) iter.Seq[item] {
	return func(b []byte) iter.Seq[item] {
		if !exact {
			b = trimBOM(b)
		}
		return func(yield func(item) bool) {
			for line := range bytes.Lines(b) {
				line = bytes.TrimRight(line, "\r\n")
				if len(bytes.TrimSpace(line)) == 0 {
					continue
				}
				if !yield(item{text: line, tokens: !exact}) {
					return
				}
			}
		}
	}
}

func tokenItems(b []byte) iter.Seq[item] {
	return func(yield func(item) bool) {
		s := tokenScanner{buf: trimBOM(b)}
		for t := s.next(); t != nil; t = s.next() {
			if !yield(item{text: t}) {
				return
			}
		}
	}
}

// item is one member of a multiset: text, or the tokens of text.
type item struct {
	text   []byte
	tokens bool
}

// write gives the item's normal form to emit, piece by piece.
func (it item) write(fold bool, emit func([]byte)) {
	piece := func(p []byte) {
		if !fold {
			emit(p)
			return
		}
		var buf [256]byte
		for len(p) > 0 {
			n := min(len(p), len(buf))
			for i := range n {
				buf[i] = lower(p[i])
			}
			emit(buf[:n])
			p = p[n:]
		}
	}
	if !it.tokens {
		piece(it.text)
		return
	}
	s := tokenScanner{buf: it.text}
	for t := s.next(); t != nil; t = s.next() {
		if s.count > 1 {
			emit(oneSpace)
		}
		piece(t)
	}
}

var oneSpace = []byte{' '} // never written to

// flat returns the normal form when the text holds it in one piece.
func (it item) flat(fold bool) ([]byte, bool) {
	if fold {
		return nil, false
	}
	if !it.tokens {
		return it.text, true
	}
	b := bytes.TrimRight(it.text, " \t\v\f")
	for i, c := range b {
		if isSpace(c) && (c != ' ' || i == 0 || b[i-1] == ' ') {
			return nil, false
		}
	}
	return b, true
}

func (it item) normal(fold bool) string {
	var out []byte
	it.write(fold, func(p []byte) { out = append(out, p...) })
	return string(out)
}

// multiset is a fingerprint of a multiset: its size and, under two secret
// seeds, the sum of its members' hashes. Different multisets have the same
// fingerprint with a probability of about 2^-128 over the seeds, which a
// candidate never sees; so order is ignored in constant memory, yet
// multiplicity is not.
type multiset struct {
	n    int
	a, b uint64
}

func fingerprint(seeds [2]maphash.Seed, items iter.Seq[item], fold bool) multiset {
	var (
		m      multiset
		ha, hb maphash.Hash
	)
	ha.SetSeed(seeds[0])
	hb.SetSeed(seeds[1])
	emit := func(p []byte) {
		_, _ = ha.Write(p) // a hash never fails
		_, _ = hb.Write(p)
	}
	for it := range items {
		m.n++
		if b, ok := it.flat(fold); ok {
			m.a += maphash.Bytes(seeds[0], b)
			m.b += maphash.Bytes(seeds[1], b)
			continue
		}
		ha.Reset()
		hb.Reset()
		it.write(fold, emit)
		m.a += ha.Sum64()
		m.b += hb.Sum64()
	}
	return m
}

// reportItems is up to how many members the first difference is looked for; it
// bounds the memory of a message.
const reportItems = 200_000

func compareUnordered(items func([]byte) iter.Seq[item], fold bool, want, got []byte) TextResult {
	seeds := [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
	w := fingerprint(seeds, items(want), fold)
	g := fingerprint(seeds, items(got), fold)
	if w == g {
		return TextResult{Equal: true}
	}
	if w.n > reportItems {
		return TextResult{Diff: fmt.Sprintf("%d items expected, %d found, and they differ", w.n, g.n)}
	}
	counts := make(map[string]int, w.n)
	for it := range items(want) {
		counts[it.normal(fold)]++
	}
	n := 0
	for it := range items(got) {
		n++
		key := it.normal(fold)
		if counts[key] == 0 {
			return TextResult{Diff: fmt.Sprintf("item %d: found %s, which is not expected or was found before", n, quoteToken(it.text))}
		}
		counts[key]--
	}
	for it := range items(want) {
		if counts[it.normal(fold)] > 0 {
			return TextResult{Diff: fmt.Sprintf("expected %s, not found among %d items", quoteToken(it.text), n)}
		}
	}
	return TextResult{Diff: fmt.Sprintf("%d items expected, %d found, and they differ", w.n, g.n)}
}

// span is a token by its place: half the memory of a slice header.
type span struct{ start, end uint32 }

// compareSortedTokens compares tokens without their order. Tokens without a
// tolerance match as text; what they leave over must match the tolerant numbers.
// Sorted by value, numbers pair off in order if they can be paired at all,
// because both ends of a tolerance interval grow with its centre.
func compareSortedTokens(rule tokenRule, want, got []byte) TextResult {
	want, got = trimBOM(want), trimBOM(got)
	tolerant, nan := anyTolerant(&rule, want)
	if nan != nil {
		return TextResult{Diff: fmt.Sprintf("expected %s, which equals nothing", quoteToken(nan))}
	}
	if !tolerant || uint64(len(want)) > math.MaxUint32 || uint64(len(got)) > math.MaxUint32 {
		return compareUnordered(tokenItems, rule.fold, want, got)
	}
	// Equal as text needs no order; it is the rule among right outputs.
	seeds := [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}
	w, g := fingerprint(seeds, tokenItems(want), rule.fold), fingerprint(seeds, tokenItems(got), rule.fold)
	if w == g {
		return TextResult{Equal: true}
	}
	if w.n != g.n {
		return TextResult{Diff: fmt.Sprintf("%d tokens expected, %d found", w.n, g.n)}
	}
	numbers, plain := splitTolerant(&rule, want)
	found := spans(got, g.n)
	sortSpans(want, plain, rule.fold)
	sortSpans(got, found, rule.fold)
	rest := make([]float64, 0, len(numbers))
	i := 0
	for _, f := range found {
		t := got[f.start:f.end]
		if i < len(plain) && compareFold(want[plain[i].start:plain[i].end], t, rule.fold) < 0 {
			return TextResult{Diff: fmt.Sprintf("expected %s, not found", quoteToken(want[plain[i].start:plain[i].end]))}
		}
		if i < len(plain) && compareFold(want[plain[i].start:plain[i].end], t, rule.fold) == 0 {
			i++
			continue
		}
		v, err := parseFloat(t)
		if numberKind(t) == notNumber || err != nil {
			return TextResult{Diff: fmt.Sprintf("found %s, which is not expected or was found before", quoteToken(t))}
		}
		rest = append(rest, v)
	}
	if len(rest) != len(numbers) {
		return TextResult{Diff: fmt.Sprintf("expected %s, not found", quoteToken(want[plain[i].start:plain[i].end]))}
	}
	slices.Sort(numbers)
	slices.Sort(rest)
	for k := range numbers {
		if !rule.near(numbers[k], rest[k]) {
			return TextResult{Diff: fmt.Sprintf("number %d in order of size: expected %v, found %v", k+1, numbers[k], rest[k])}
		}
	}
	return TextResult{Equal: true}
}

// anyTolerant reports whether a token has a tolerance, and the first nan.
func anyTolerant(rule *tokenRule, b []byte) (tolerant bool, nan []byte) {
	s := tokenScanner{buf: b}
	for t := s.next(); t != nil; t = s.next() {
		if printedNaN(t) {
			return false, t
		}
		tolerant = tolerant || rule.tolerant(numberKind(t))
	}
	return tolerant, nil
}

// splitTolerant returns the values of the tokens that have a tolerance and the
// places of the others.
func splitTolerant(rule *tokenRule, b []byte) (numbers []float64, plain []span) {
	s := tokenScanner{buf: b}
	for t := s.next(); t != nil; t = s.next() {
		if rule.tolerant(numberKind(t)) {
			if v, err := parseFloat(t); err == nil {
				numbers = append(numbers, v)
				continue
			}
		}
		plain = append(plain, span{uint32(s.start), uint32(s.pos)})
	}
	return numbers, plain
}

func spans(b []byte, n int) []span {
	out := make([]span, 0, n)
	s := tokenScanner{buf: b}
	for t := s.next(); t != nil; t = s.next() {
		out = append(out, span{uint32(s.start), uint32(s.pos)})
	}
	return out
}

func sortSpans(buf []byte, s []span, fold bool) {
	slices.SortFunc(s, func(x, y span) int { return compareFold(buf[x.start:x.end], buf[y.start:y.end], fold) })
}

func compareFold(a, b []byte, fold bool) int {
	if !fold {
		return bytes.Compare(a, b)
	}
	for i := range min(len(a), len(b)) {
		if c := cmp.Compare(lower(a[i]), lower(b[i])); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
