package answer_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"steelyard/internal/grade/answer"
)

func definesF(code, _ string) bool { return strings.Contains(code, "def f(") }

func TestExtract(t *testing.T) {
	t.Parallel()
	truncated := []string{answer.FlagTruncated}
	tests := []struct {
		name    string
		text    string
		defines func(code, lang string) bool
		want    answer.Answer
		err     error
	}{
		{name: "plain text counts whole", text: "    return 1\n", want: answer.Answer{Code: "    return 1\n"}},
		{name: "one fence", text: "Sure:\n```python\nprint(1)\n```\nDone.",
			want: answer.Answer{Code: "print(1)\n", Language: "python", Fenced: true, Partial: true}},
		{name: "last fence", text: "```py\na\n```\n```js\nb\n```",
			want: answer.Answer{Code: "b\n", Language: "javascript", Fenced: true, Partial: true}},
		{name: "last fence that defines", text: "```\ndef f(): 1\n```\n```\ndef f(): 2\n```\n```\nf()\n```", defines: definesF,
			want: answer.Answer{Code: "def f(): 2\n", Fenced: true, Partial: true}},
		{name: "none defines", text: "```\na\n```\n```\nb\n```", defines: definesF,
			want: answer.Answer{Code: "b\n", Fenced: true, Partial: true}},
		{name: "reasoning is dropped", text: "<think>\n```\nwrong\n```\n</think>\n\n    return 2",
			want: answer.Answer{Code: "    return 2", Partial: true}},
		{name: "only the last closing tag counts", text: "a</think>b</think>c",
			want: answer.Answer{Code: "c", Partial: true}},
		{name: "a closing tag without an opening one", text: "hm\n</think>\n```go\nx\n```",
			want: answer.Answer{Code: "x\n", Language: "go", Fenced: true, Partial: true}},
		{name: "unclosed think", text: "<think>\nlet me see\nprint(1)", err: answer.ErrTruncated,
			want: answer.Answer{Partial: true, Flags: truncated}},
		{name: "second think unclosed", text: "<think>a</think>\n <think>\nb", err: answer.ErrTruncated,
			want: answer.Answer{Partial: true, Flags: truncated}},
		{name: "a think tag inside code is code", text: "```python\n<think>\n```",
			want: answer.Answer{Code: "<think>\n", Language: "python", Fenced: true, Partial: true}},
		{name: "a think tag inside a string is code", text: "print('<think>')", want: answer.Answer{Code: "print('<think>')"}},
		{name: "unclosed fence", text: "```python\nprint(1", err: answer.ErrTruncated,
			want: answer.Answer{Partial: true, Flags: truncated}},
		{name: "unclosed fence after a whole one", text: "```\na\n```\nBetter:\n```\nb", err: answer.ErrTruncated,
			want: answer.Answer{Partial: true, Flags: truncated}},
		{name: "bare fence closes the prompt's", text: "def f():\n  return 1\n```\nThis works.", defines: definesF,
			want: answer.Answer{Code: "def f():\n  return 1\n", Fenced: true, Partial: true}},
		{name: "longer fence holds a shorter one", text: "````md\n```\nx\n```\n````",
			want: answer.Answer{Code: "```\nx\n```\n", Language: "md", Fenced: true, Partial: true}},
		{name: "tildes", text: "~~~rust\nfn main(){}\n```\n~~~",
			want: answer.Answer{Code: "fn main(){}\n```\n", Language: "rust", Fenced: true, Partial: true}},
		{name: "indented fence", text: "1. do\n\n   ```python\n   if x:\n       y\n  z\n   ```",
			want: answer.Answer{Code: "if x:\n    y\nz\n", Language: "python", Fenced: true, Partial: true}},
		{name: "a fence in a docstring is no fence", text: "def f():\n    \"\"\"\n    ```\n    f()\n    ```\n    \"\"\"\n",
			want: answer.Answer{Code: "def f():\n    \"\"\"\n    ```\n    f()\n    ```\n    \"\"\"\n"}},
		{name: "inline code that starts a line", text: "```x``` is code", want: answer.Answer{Code: "```x``` is code"}},
		{name: "carriage returns", text: "```python\r\nprint(1)\r\n```\r\n",
			want: answer.Answer{Code: "print(1)\r\n", Language: "python", Fenced: true, Partial: true}},
		{name: "empty", text: " \n", err: answer.ErrEmpty, want: answer.Answer{Code: " \n"}},
		{name: "empty after reasoning", text: "<think>x</think>\n", err: answer.ErrEmpty, want: answer.Answer{Partial: true}},
		{name: "empty fence", text: "```python\n```", err: answer.ErrEmpty,
			want: answer.Answer{Language: "python", Fenced: true, Partial: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := answer.Extract(tt.text, answer.Options{Defines: tt.defines})
			if !errors.Is(err, tt.err) {
				t.Errorf("error = %v, want %v", err, tt.err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLanguage(t *testing.T) {
	t.Parallel()
	for tag, want := range map[string]string{
		"": "", "py": "python", "Python3": "python", "{.python .numberLines}": "python", "python:main.py": "python",
		"C++17": "cpp", "c": "c", "golang": "go", "rs": "rust", "Java": "java", "text": "text", "js title=x": "javascript",
	} {
		if got := answer.Language(tag); got != want {
			t.Errorf("Language(%q) = %q, want %q", tag, got, want)
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("<think>x</think>```py\na\n```")
	f.Add("  ~~~\n\t```\n~~~~ \n<think>")
	f.Add("``` `\n```\n\r\n```")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := answer.Extract(text, answer.Options{})
		if err == nil && strings.TrimSpace(a.Code) == "" {
			t.Errorf("blank answer without an error from %q", text)
		}
		if len(a.Code) > len(text) {
			t.Errorf("answer is longer than the text: %q from %q", a.Code, text)
		}
		if errors.Is(err, answer.ErrTruncated) != (len(a.Flags) == 1) {
			t.Errorf("error %v with flags %v", err, a.Flags)
		}
	})
}
