// Package answer takes a program out of what a policy wrote.
//
// Extract is the entry point, and its rule is the same for every grader: text
// up to the last "</think>" is dropped; of several Markdown fences the last one
// that defines the entry point counts, else the last; text without a fence
// counts whole. An answer that was cut off, in its reasoning or in a fence, is
// no answer: half a program is never weighed.
//
// The package knows fences and language names, not languages: whether a fence
// defines the entry point is for the caller to say. It repairs nothing.
package answer

import (
	"errors"
	"strings"
)

// FlagTruncated marks an answer that ends inside its reasoning or inside a fence.
const FlagTruncated = "truncated"

// Reasons why a text holds no answer.
var (
	// ErrTruncated: a fence or a "<think>" is never closed.
	ErrTruncated = errors.New("answer is truncated: an unclosed fence or <think>")
	// ErrEmpty: nothing is left once the reasoning is dropped.
	ErrEmpty = errors.New("answer is empty")
)

// Options adapts Extract to a task. The zero value takes the last fence.
type Options struct {
	// Defines reports whether a fence holds what the task asks for: for a
	// function task, code that defines the entry point. lang is the fence's tag
	// after Language, or empty. A nil Defines accepts every fence.
	Defines func(code, lang string) bool
}

// Answer is what was taken from a text.
type Answer struct {
	Code string
	// Language is the fence's tag after Language; empty without one.
	Language string
	// Fenced says that Code is the content of a fence, and Partial that it is
	// not the whole text.
	Fenced  bool
	Partial bool
	// Flags are verdict flags: FlagTruncated or none.
	Flags []string
}

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// Extract returns the program in text. The error is ErrTruncated or ErrEmpty;
// the Answer then carries the flags of a verdict with cause no_answer. It takes
// time linear in the text, apart from the calls of Defines.
func Extract(text string, opts Options) (Answer, error) {
	rest, partial := text, false
	if i := strings.LastIndex(text, thinkClose); i >= 0 {
		rest, partial = trimBlankLines(text[i+len(thinkClose):]), true
	}
	doc := parse(rest)
	if doc.thinking {
		return Answer{Partial: true, Flags: []string{FlagTruncated}}, ErrTruncated
	}
	if doc.open {
		// A completion that continues a prompt's open fence closes it with a bare
		// fence and may go on in prose.
		if len(doc.fences) == 1 && doc.fences[0].info == "" && opts.Defines != nil && opts.Defines(doc.before, "") {
			return Answer{Code: doc.before, Fenced: true, Partial: true}, nil
		}
		return Answer{Partial: true, Flags: []string{FlagTruncated}}, ErrTruncated
	}
	if f := choose(doc.fences, opts.Defines); f != nil {
		a := Answer{Code: f.code(), Language: Language(f.info), Fenced: true, Partial: true}
		if strings.TrimSpace(a.Code) == "" {
			return a, ErrEmpty
		}
		return a, nil
	}
	a := Answer{Code: rest, Partial: partial}
	if strings.TrimSpace(rest) == "" {
		return a, ErrEmpty
	}
	return a, nil
}

// choose returns the last fence that defines the entry point, else the last
// one, or nil if there is none.
func choose(fences []fence, defines func(code, lang string) bool) *fence {
	if len(fences) == 0 {
		return nil
	}
	for i := len(fences) - 1; i >= 0 && defines != nil; i-- {
		if defines(fences[i].code(), Language(fences[i].info)) {
			return &fences[i]
		}
	}
	return &fences[len(fences)-1]
}

// trimBlankLines removes leading blank lines but not the indentation of the
// first line that has text: a completion may begin inside a block.
func trimBlankLines(s string) string {
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 || strings.TrimSpace(s[:i]) != "" {
			return s
		}
		s = s[i+1:]
	}
}
