package function

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"steelyard"
)

// How the published test programs of HumanEval-X are put together with a
// candidate's code, by language.

// cppHeaders are what the benchmark's own harness adds to every program.
var cppHeaders = []string{
	"stdlib.h", "algorithm", "math.h", "stdio.h", "vector", "string", "climits", "cstring", "iostream", "map",
}

// cppAssert stands in for <assert.h>, whose failure handler is a symbol that a
// candidate could define.
const cppAssert = `#undef assert
#ifdef __cplusplus
extern "C" [[noreturn]] void %[1]s(const char *, int);
#endif
#define assert(...) ((__VA_ARGS__) ? (void)0 : %[1]s(#__VA_ARGS__, __LINE__))
`

// cppMain is a translation unit of its own: no macro of the candidate's reaches
// it, and it calls nothing that a candidate could define in place of the
// library. It is read from standard input and linked first, so that its entry in
// .preinit_array is run before anything else of the program.
const cppMain = `int test_%[2]s();
extern "C" int fflush(void *);
namespace {
#if defined(__x86_64__)
enum { NR_read = 0, NR_write = 1, NR_mmap = 9, NR_mprotect = 10, NR_exit = 231 };
inline long call(long n, long a, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
    long r;
    register long r10 asm("r10") = d;
    register long r8 asm("r8") = e;
    register long r9 asm("r9") = f;
    asm volatile("syscall" : "=a"(r) : "a"(n), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
    return r;
}
#elif defined(__aarch64__)
enum { NR_read = 63, NR_write = 64, NR_mmap = 222, NR_mprotect = 226, NR_exit = 94 };
inline long call(long n, long a, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
    register long x8 asm("x8") = n;
    register long x0 asm("x0") = a;
    register long x1 asm("x1") = b;
    register long x2 asm("x2") = c;
    register long x3 asm("x3") = d;
    register long x4 asm("x4") = e;
    register long x5 asm("x5") = f;
    asm volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
    return x0;
}
#endif
[[noreturn]] inline void leave(int code) {
    for (;;) call(NR_exit, code);
}
inline void say(const char *s) {
    long n = 0;
    while (s[n]) n++;
    call(NR_write, 2, (long)s, n);
}
char *page;
void hear() {
    page = (char *)call(NR_mmap, 0, 4096, 3, 0x22, -1, 0);
    page[0] = page[33] = '\n';
    for (long n = 0, k; n < 32; n += k)
        if ((k = call(NR_read, 0, (long)page + 1 + n, 32 - n)) <= 0) leave(%[1]d + 1);
    call(NR_mprotect, (long)page, 4096, 0);
}
__attribute__((section(".preinit_array"), used)) void (*first)() = hear;
}
extern "C" [[noreturn]] void fail_%[2]s(const char *what, int line) {
    char digits[12], *d = digits + sizeof digits;
    *--d = 0;
    do *--d = (char)('0' + line %% 10); while (line /= 10);
    say("line "), say(d), say(": assertion "), say(what), say(" failed\n");
    leave(%[1]d);
}
int main() {
    int code = test_%[2]s();
    fflush(nullptr);
    if (code != 0) leave(code & 255 ? code & 255 : 1);
    call(NR_mprotect, (long)page, 4096, 1);
    leave(call(NR_write, 1, (long)page, 34) == 34 ? 0 : 1);
}
`

var (
	cppDefine = regexp.MustCompile(`(?m)^\s*#\s*define\s+(\w+)`)
	cppTest   = regexp.MustCompile(`\bint\s+main\s*\(`)
	cppSSL    = regexp.MustCompile(`#\s*include\s*<openssl/`)
)

func (b *inprocBuild) cpp(f *steelyard.FunctionSpec, test, code string) error {
	at := cppTest.FindStringIndex(test)
	if at == nil {
		return errors.New("the test has no main function")
	}
	end := closingBrace(test, at[1])
	if end < 0 {
		return errors.New("the test's main function is not closed")
	}
	var s strings.Builder
	for _, h := range cppHeaders {
		s.WriteString("#include <" + h + ">\n")
	}
	s.WriteString(f.Before + "\n" + code + "\n" + f.After + "\n")
	for _, m := range cppDefine.FindAllStringSubmatch(code, -1) {
		s.WriteString("#undef " + m[1] + "\n")
	}
	// Declared once more as the task does: another type of result is an error.
	if d := cppDeclaration(f); d != "" {
		s.WriteString(d + ";\n")
	}
	s.WriteString("#undef " + f.EntryPoint + "\n#undef main\n#define main test_" + b.tag + "\n")
	// A main function may do without return; under another name it may not.
	s.WriteString(f.TestSetup + "\n" + test[:end] + "\nreturn 0;\n" + test[end:] + "\n")
	b.source = s.String()
	b.files["include/assert.h"] = fmt.Sprintf(cppAssert, "fail_"+b.tag)
	b.files["include/cassert"] = "#include <assert.h>\n"
	b.compile = []string{"@g++", "-std=gnu++17", "-w", "-Iinclude", "-c", "-o", "main.o", "-x", "c++", "-"}
	b.made = []string{"main.o"}
	b.linkSource = fmt.Sprintf(cppMain, inprocFailed, b.tag)
	b.link = []string{"@g++", "-std=gnu++17", "-w", "-O1", "-o", "main", "-x", "c++", "-", "-x", "none", "main.o"}
	if cppSSL.MatchString(code + test) {
		b.link = append(b.link, "-lcrypto", "-lssl")
	}
	b.linked = []string{"main"}
	b.run = []string{steelyard.WorkDir + "/main"}
	return nil
}

// cppDeclaration returns the head of the function that the prompt leaves open.
func cppDeclaration(f *steelyard.FunctionSpec) string {
	head := strings.TrimSpace(f.Prompt)
	if !strings.HasSuffix(head, "{") {
		return ""
	}
	head = strings.TrimSuffix(head, "{")
	at := strings.LastIndex(head, f.EntryPoint)
	if at < 0 {
		return ""
	}
	at = strings.LastIndexByte(head[:at], '\n') + 1
	if head = strings.TrimSpace(head[at:]); strings.ContainsAny(head, "=;{}#") {
		return ""
	}
	return head
}

// closingBrace returns the position of the brace that closes the first one at
// or after from; strings, characters and comments are skipped.
func closingBrace(s string, from int) int {
	depth := 0
	for i := from; i < len(s); i++ {
		switch c := s[i]; {
		case strings.HasPrefix(s[i:], "//"):
			n := strings.IndexByte(s[i:], '\n')
			if n < 0 {
				return -1
			}
			i += n
		case strings.HasPrefix(s[i:], "/*"):
			n := strings.Index(s[i:], "*/")
			if n < 0 {
				return -1
			}
			i += n + 1
		case c == '"' || c == '\'':
			for i++; i < len(s) && s[i] != c; i++ {
				if s[i] == '\\' {
					i++
				}
			}
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// javaMain starts the test's main method and goes on after it. What it says at
// the end it has read before any class of the candidate's was loaded.
const javaMain = `public final class Run%[1]s {
    public static void main(String[] args) throws Throwable {
        java.io.PrintStream out = System.out;
        String nonce = new String(System.in.readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);
        Main.main(args);
        out.print("\n" + nonce + "\n");
        out.flush();
        Runtime.getRuntime().halt(out.checkError() ? 1 : 0);
    }
}
`

var javaMainClass = regexp.MustCompile(`\bclass\s+Main\b`)

func (b *inprocBuild) java(f *steelyard.FunctionSpec, test, code string) error {
	if !javaMainClass.MatchString(test) {
		return errors.New("the test has no class Main")
	}
	b.files["Main.java"] = f.Before + "\n" + code + "\n" + f.TestSetup + "\n" + test + "\n"
	b.files["Run"+b.tag+".java"] = fmt.Sprintf(javaMain, b.tag)
	b.compile = []string{"@javac", "-encoding", "UTF-8", "-proc:none", "-nowarn", "-d", "classes", "Main.java", "Run" + b.tag + ".java"}
	b.made = []string{"classes/"}
	b.run = []string{"@java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xss64m", "-cp", "classes", "Run" + b.tag}
	return nil
}

// goAssert stands in for the testify module, which the published tests import
// and machines without a network do not have: what they use of it is Equal.
const goAssert = `// Package assert has the assertions that function tests use.
package assert

import (
	"bytes"
	"math"
	"reflect"
)

type TestingT interface{ Errorf(format string, args ...any) }

type Assertions struct{ t TestingT }

func New(t TestingT) *Assertions { return &Assertions{t} }

func equal(want, have any) bool {
	if w, ok := want.([]byte); ok {
		h, ok := have.([]byte)
		return ok && (w == nil) == (h == nil) && bytes.Equal(w, h)
	}
	return reflect.DeepEqual(want, have)
}

func Equal(t TestingT, want, have any, _ ...any) bool {
	ok := equal(want, have)
	if !ok {
		t.Errorf("assertion failed: want %#v, have %#v", want, have)
	}
	return ok
}

func NotEqual(t TestingT, want, have any, _ ...any) bool {
	ok := !equal(want, have)
	if !ok {
		t.Errorf("assertion failed: both are %#v", want)
	}
	return ok
}

func True(t TestingT, v bool, _ ...any) bool {
	if !v {
		t.Errorf("assertion failed: want true")
	}
	return v
}

func False(t TestingT, v bool, _ ...any) bool { return True(t, !v) }

func Nil(t TestingT, v any, _ ...any) bool { return True(t, isNil(v)) }

func NotNil(t TestingT, v any, _ ...any) bool { return True(t, !isNil(v)) }

func isNil(v any) bool {
	if v == nil {
		return true
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Chan, reflect.Func, reflect.Map, reflect.Pointer, reflect.Slice, reflect.Interface:
		return r.IsNil()
	}
	return false
}

func InDelta(t TestingT, want, have any, delta float64, _ ...any) bool {
	f := reflect.TypeFor[float64]()
	w, h := reflect.ValueOf(want), reflect.ValueOf(have)
	ok := w.CanConvert(f) && h.CanConvert(f) && math.Abs(w.Convert(f).Float()-h.Convert(f).Float()) <= delta
	if !ok {
		t.Errorf("assertion failed: want %#v, have %#v, at most %v apart", want, have, delta)
	}
	return ok
}

func (a *Assertions) Equal(want, have any, _ ...any) bool    { return Equal(a.t, want, have) }
func (a *Assertions) NotEqual(want, have any, _ ...any) bool { return NotEqual(a.t, want, have) }
func (a *Assertions) True(v bool, _ ...any) bool             { return True(a.t, v) }
func (a *Assertions) False(v bool, _ ...any) bool            { return False(a.t, v) }
func (a *Assertions) Nil(v any, _ ...any) bool               { return Nil(a.t, v) }
func (a *Assertions) NotNil(v any, _ ...any) bool            { return NotNil(a.t, v) }
func (a *Assertions) InDelta(want, have any, delta float64, _ ...any) bool {
	return InDelta(a.t, want, have, delta)
}
`

// goNonce reads what is said at the end. The order in which packages are
// initialised is that of their paths, as far as their imports allow, so it comes
// before the candidate's package.
const goNonce = `package a

import "syscall"

var text [32]byte

func init() {
	for n := 0; n < len(text); {
		k, err := syscall.Read(0, text[n:])
		if k <= 0 || err != nil {
			syscall.Exit(1)
		}
		n += k
	}
}

func Text() string { return string(text[:]) }
`

// goMain runs the tests by the testing package's own runner. The last test is
// ours; it is reached with a full count only when each before it came to its end.
const goMain = `package main

import (
	"os"
	"testing"

	a "a%[1]s"
	t "t%[1]s"
)

func main() {
	out, passed := os.Stdout, 0
	count := func(f func(*testing.T)) func(*testing.T) {
		return func(t *testing.T) {
			f(t)
			if !t.Failed() && !t.Skipped() {
				passed++
			}
		}
	}
	tests := []testing.InternalTest{
%[2]s	}
	tests = append(tests, testing.InternalTest{Name: "Done", F: func(t *testing.T) {
		if passed != len(tests)-1 {
			return
		}
		if _, err := out.WriteString("\n" + a.Text() + "\n"); err != nil {
			t.Fatal(err)
		}
	}})
	testing.Main(func(string, string) (bool, error) { return true, nil }, tests, nil, nil)
}
`

// goStandard are packages that code of the benchmark uses without importing
// them; the benchmark's own harness adds them by their names.
var goStandard = []string{
	"bytes", "container/heap", "container/list", "crypto/md5", "encoding/hex", "errors", "fmt", "math", "math/big", "math/bits",
	"math/rand", "os", "reflect", "regexp", "slices", "sort", "strconv", "strings", "testing", "time", "unicode", "unicode/utf8",
}

const goTestify = "github.com/stretchr/testify/assert"

var (
	goTestFunc   = regexp.MustCompile(`(?m)^func\s+(Test\w*)\s*\(\s*\w+\s+\*testing\.T\s*\)`)
	goPackage    = regexp.MustCompile(`(?m)^package\s+\w+\s*$`)
	goImport     = regexp.MustCompile(`(?s)(?:^|\n)import\s+(?:\(.*?\)|(?:\w+\s+)?"[^"]*")`)
	goImportPath = regexp.MustCompile(`"([^"]+)"`)
	goAssertUse  = regexp.MustCompile(`\bassert\.(\w+)`)
)

func (b *inprocBuild) golang(f *steelyard.FunctionSpec, test, code string) error {
	tests := goTestFunc.FindAllStringSubmatch(test, -1)
	if len(tests) == 0 {
		return errors.New("the test has no function TestX(t *testing.T)")
	}
	setup := f.Before + "\n" + f.TestSetup
	test = goPackage.ReplaceAllString(test, "")
	var imports []string
	for _, m := range goImportPath.FindAllStringSubmatch(strings.Join(goImport.FindAllString(setup+"\n"+test, -1), "\n"), -1) {
		switch p := m[1]; {
		case strings.Contains(p, ".") && p != goTestify:
			return fmt.Errorf("the environment lacks the module of %s, which the test imports", p)
		default:
			imports = append(imports, p)
		}
	}
	for _, m := range goAssertUse.FindAllStringSubmatch(test, -1) {
		if slices.Contains(imports, goTestify) && m[1] != "New" && !strings.Contains(goAssert, "\nfunc "+m[1]+"(") {
			return fmt.Errorf("the environment lacks the module testify, of which the test uses assert.%s", m[1])
		}
	}
	test = goImport.ReplaceAllString(test, "\n")
	rest := goImport.ReplaceAllString(goPackage.ReplaceAllString(setup, ""), "\n")
	// The candidate's package and its test's are one, and ours is another.
	dir := "gopath/src/t" + b.tag + "/"
	b.files[dir+"test.go"] = "package t\n" + goImports(test+rest, imports) + rest + "\n" + test + "\n"
	candidate := goCandidate(f.Prompt, code) + "\n" + f.After + "\n"
	if at := goPackage.FindStringIndex(candidate); at != nil {
		candidate = candidate[:at[0]] + "package t" + candidate[at[1]:]
	}
	b.files[dir+"candidate.go"] = candidate
	var list strings.Builder
	for _, m := range tests {
		fmt.Fprintf(&list, "\t\t{Name: %q, F: count(t.%s)},\n", m[1], m[1])
	}
	b.files["run.go"] = fmt.Sprintf(goMain, b.tag, list.String())
	b.files["gopath/src/a"+b.tag+"/a.go"] = goNonce
	b.files["gopath/src/"+goTestify+"/assert.go"] = goAssert
	b.compile = []string{"@go", "build", "-trimpath", "-ldflags=-s -w", "-o", "main", "run.go"}
	b.made = []string{"main"}
	b.env = []string{"GO111MODULE=off", "GOFLAGS=", "GOENV=off", "CGO_ENABLED=0", "GOPATH=" + steelyard.WorkDir + "/gopath"}
	b.run = []string{steelyard.WorkDir + "/main"}
	return nil
}

// goCandidate makes a file of a candidate's code. Go refuses imports that are
// not used, so those that the prompt brought are kept only where they are used;
// those of the candidate's own are its business.
func goCandidate(prompt, code string) string {
	var brought []string
	for _, block := range goImport.FindAllString(prompt, -1) {
		block = strings.TrimSpace(block)
		if !strings.Contains(code, block) {
			continue
		}
		code = strings.Replace(code, block, "", 1)
		for _, m := range goImportPath.FindAllStringSubmatch(block, -1) {
			brought = append(brought, m[1])
		}
	}
	if goPackage.MatchString(code) {
		return code
	}
	if goImport.MatchString(code) {
		return "package main\n" + code
	}
	return "package main\n" + goImports(code, brought) + code
}

// goImports returns an import declaration of the packages that code names.
func goImports(code string, also []string) string {
	code = inprocComment.ReplaceAllString(code, " ")
	var used []string
	for _, p := range append(slices.Clone(also), goStandard...) {
		if slices.Contains(used, p) || slices.ContainsFunc(used, func(u string) bool { return path.Base(u) == path.Base(p) }) {
			continue
		}
		if regexp.MustCompile(`\b` + path.Base(p) + `\.[A-Z]`).MatchString(code) {
			used = append(used, p)
		}
	}
	var b strings.Builder
	for _, p := range used {
		fmt.Fprintf(&b, "import %q\n", p)
	}
	return b.String()
}
