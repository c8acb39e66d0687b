package steelyard

import "encoding/json"

// Task kinds of this version. The kind selects the grader.
const (
	// KindFunction: the candidate defines a function that checks call.
	KindFunction = "function"
	// KindProgram: the candidate is a program that reads standard input and
	// writes standard output.
	KindProgram = "program"
	// KindLiteral: the candidate is a literal value predicted for an expression.
	KindLiteral = "literal"
)

// Task is what rollouts are weighed against. It is immutable; its Digest is
// computed by the engine over everything but Meta.
type Task struct {
	// ID is the user's name for the task, unique within an input.
	ID   string `json:"id"`
	Kind string `json:"kind"`
	// Prompt is what the policy was shown; it is carried through, and a
	// function completion is appended to Function.Prompt, not to this.
	Prompt string `json:"prompt,omitempty"`
	// Env selects what the candidate runs in.
	Env EnvRef `json:"env,omitzero"`
	// Files are put into the candidate's working folder: path to content.
	Files map[string]Blob `json:"files,omitempty"`
	// Suite is what the candidate may not see.
	Suite  Suite  `json:"suite"`
	Limits Limits `json:"limits,omitzero"`
	// Exactly one of the following is set, by Kind.
	Function *FunctionSpec `json:"function,omitempty"`
	Program  *ProgramSpec  `json:"program,omitempty"`
	Literal  *LiteralSpec  `json:"literal,omitempty"`
	// Gold holds reference solutions; the first is the one --gold weighs.
	Gold []Output `json:"gold,omitempty"`
	// Dataset and Revision say where the task came from, e.g. "humaneval".
	Dataset  string `json:"dataset,omitempty"`
	Revision string `json:"revision,omitempty"`
	// Broken says why the task cannot be weighed at all (no checks, a gold that
	// cannot be read, …); a rollout of it gets outcome "invalid".
	Broken string `json:"broken,omitempty"`
	// Meta is carried through and never interpreted.
	Meta json.RawMessage `json:"meta,omitempty"`
}

// EnvRef names an environment. The zero value is the host's tool chains,
// mounted read-only.
type EnvRef struct {
	// Python is the interpreter or virtual environment that Python candidates
	// run in; empty means the engine's default (--python).
	Python string `json:"python,omitempty"`
	// Imports are the modules a warm interpreter may load ahead of time.
	Imports []string `json:"imports,omitempty"`
}

// IsZero reports whether e is the default environment.
func (e EnvRef) IsZero() bool { return e.Python == "" && len(e.Imports) == 0 }

// Role says what a check is for.
type Role string

// Roles of checks.
const (
	RoleMustPass   Role = "must_pass"
	RoleFailToPass Role = "fail_to_pass"
	RolePassToPass Role = "pass_to_pass"
	// RoleCanary marks a check that an honest candidate must fail.
	RoleCanary Role = "canary"
)

// Suite is the checks that decide, and files only they need.
type Suite struct {
	Checks []Check         `json:"checks,omitempty"`
	Files  map[string]Blob `json:"files,omitempty"`
}

// Check is one thing that must hold. Exactly one of Assert, Call and Case is
// set; a function task whose Function.Test is set may have no checks of its own.
type Check struct {
	// ID names the check within its task; the engine numbers unnamed ones.
	ID string `json:"id,omitempty"`
	// Role is RoleMustPass when empty.
	Role Role `json:"role,omitempty"`
	// Weight is 1 when zero.
	Weight float64 `json:"weight,omitempty"`
	// Assert is test source in the task's language: one or more statements.
	Assert string `json:"assert,omitempty"`
	// Call is a data row: arguments and the expected value.
	Call *Call `json:"call,omitempty"`
	// Case is standard input and the expected standard output.
	Case *Case `json:"case,omitempty"`
	// Hidden is false for checks that the prompt shows.
	Public bool `json:"public,omitempty"`
}

// Call is a call of the entry point. Exactly one of Args and Source is set.
type Call struct {
	// Args are positional arguments as JSON values.
	Args []json.RawMessage `json:"args,omitempty"`
	// Source is the argument list as a literal of the task's language, without
	// the parentheses: "[1, 2], k=3".
	Source string `json:"source,omitempty"`
	// Expected is the value that must come back, as JSON. When it and
	// ExpectedSource are both empty, the gold solution says (Oracle "gold").
	Expected json.RawMessage `json:"expected,omitempty"`
	// ExpectedSource is the expected value as a literal of the language.
	ExpectedSource string `json:"expected_source,omitempty"`
}

// Case is one run of a program.
type Case struct {
	Input Blob `json:"input"`
	// Answer is the expected output; Others are further accepted outputs.
	Answer Blob     `json:"answer"`
	Others []Blob   `json:"others,omitempty"`
	Args   []string `json:"args,omitempty"`
}

// FunctionSpec describes a function task. Sources stay as published; the
// grader compiles them to data rows or to a trusted tester.
type FunctionSpec struct {
	// Language is "python" or "javascript", or another language whose test
	// program can only run in the candidate's process ("cpp", "go", "java", "rust").
	Language   string `json:"language"`
	EntryPoint string `json:"entry_point"`
	// Class is set when the entry point is a method ("Solution").
	Class string `json:"class,omitempty"`
	// Prompt is the code that a completion continues.
	Prompt string `json:"prompt,omitempty"`
	// Before and After are code run before and after the candidate's, in its
	// process: imports, and set-up that uses what the candidate defines (MBPP).
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
	// TestSetup is code only the tests need.
	TestSetup string `json:"test_setup,omitempty"`
	// Test is the published test program. In Python it may define
	// check(candidate); else it names EntryPoint itself.
	Test string `json:"test,omitempty"`
	// Strict demands equal types as well as equal values.
	Strict bool `json:"strict,omitempty"`
	// Abs and Rel accept floats within either tolerance (EvalPlus's atol).
	Abs float64 `json:"abs,omitempty"`
	Rel float64 `json:"rel,omitempty"`
	// Oracle "gold" takes expected values from running the gold solution.
	Oracle string `json:"oracle,omitempty"`
	// Contract is code that raises for arguments outside the task's domain;
	// checks it rejects are not counted (EvalPlus).
	Contract string `json:"contract,omitempty"`
}

// ProgramSpec describes a program task.
type ProgramSpec struct {
	Compare Comparison `json:"compare,omitzero"`
	// Checker decides in place of Compare; Interactor talks to the candidate.
	Checker    *Judge `json:"checker,omitempty"`
	Interactor *Judge `json:"interactor,omitempty"`
	// Languages are the candidate languages allowed; empty allows all.
	Languages []string `json:"languages,omitempty"`
	// InputFile and OutputFile replace the standard streams when set.
	InputFile  string `json:"input_file,omitempty"`
	OutputFile string `json:"output_file,omitempty"`
}

// Judge is a special judge or interactor: a program that decides.
type Judge struct {
	// Language of the source: "cpp", "c", "python", …
	Language string `json:"language"`
	// Files are its sources; Main names the one to compile or run.
	Files map[string]Blob `json:"files"`
	Main  string          `json:"main"`
	// Contract is "testlib" (checker input output answer; exit 0, 1, 2, 3, 7)
	// or "kattis" (validator input answer feedback_dir < output; exit 42, 43).
	Contract string   `json:"contract"`
	Args     []string `json:"args,omitempty"`
	Limits   Limits   `json:"limits,omitzero"`
}

// Comparison modes for program output.
const (
	CompareTokens         = "tokens"
	CompareLines          = "lines"
	CompareExact          = "exact"
	CompareFloats         = "floats"
	CompareUnorderedLines = "unordered_lines"
	CompareSortedTokens   = "sorted_tokens"
	CompareYesNo          = "yesno"
	// CompareCodeContests reproduces the CodeContests reference rule.
	CompareCodeContests = "codecontests"
)

// Comparison says when an output equals an answer.
type Comparison struct {
	// Mode is CompareTokens when empty.
	Mode string `json:"mode,omitempty"`
	// IgnoreCase folds ASCII case.
	IgnoreCase bool `json:"ignore_case,omitempty"`
	// Abs and Rel accept numbers within either tolerance.
	Abs float64 `json:"abs,omitempty"`
	Rel float64 `json:"rel,omitempty"`
	// SpaceSensitive makes white space count (Kattis space_change_sensitive).
	SpaceSensitive bool `json:"space_sensitive,omitempty"`
	// ExactNumbers turns off the default tolerance of 1e-6 that tokens and lines
	// grant where the answer has a decimal point or an exponent, and the equality
	// of "007" and "7": tokens are text (the Kattis default).
	ExactNumbers bool `json:"exact_numbers,omitempty"`
}

// IsZero reports whether c is the default comparison.
func (c Comparison) IsZero() bool { return c == Comparison{} }

// LiteralSpec describes a task whose answer is a literal (CRUXEval).
type LiteralSpec struct {
	Language string `json:"language"`
	// Code defines the function; Input is its argument source, Output its value.
	Code   string `json:"code"`
	Input  string `json:"input"`
	Output string `json:"output"`
	// Predict is "output" or "input".
	Predict string `json:"predict"`
}
