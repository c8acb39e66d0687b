package ledger

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"steelyard"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	goleak.VerifyTestMain(m)
}

func openTest(tb testing.TB, dir string, opt Options) *Ledger {
	tb.Helper()
	l, err := Open(context.Background(), dir, opt)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := l.Close(); err != nil {
			tb.Error(err)
		}
	})
	return l
}

func begin(tb testing.TB, l *Ledger, run string) {
	tb.Helper()
	if _, err := l.BeginRun(context.Background(), run, json.RawMessage(`{"by":"test"}`)); err != nil {
		tb.Fatal(err)
	}
}

func digest(s string) steelyard.Digest { return steelyard.DigestOf([]byte(s)) }

// accept accepts a task of the name and rollouts of it.
func accept(tb testing.TB, l *Ledger, run, task string, ids ...string) []Acceptance {
	tb.Helper()
	ctx := context.Background()
	if err := l.AcceptTasks(ctx, Task{Digest: digest(task), JSON: json.RawMessage(`"` + task + `"`)}); err != nil {
		tb.Fatal(err)
	}
	rollouts := make([]Rollout, len(ids))
	for i, id := range ids {
		rollouts[i] = Rollout{Run: run, ID: id, Task: digest(task), JSON: json.RawMessage(`"out of ` + id + `"`)}
	}
	got, err := l.AcceptRollouts(ctx, rollouts...)
	if err != nil {
		tb.Fatal(err)
	}
	return got
}

// made is a step that was executed now; its outcome is its observation.
func made(name, key, observation string, reusable bool) Step {
	return Step{Name: name, Execution: Execution{
		Key: digest(key), Outcome: digest(observation), Observation: json.RawMessage(observation), Reusable: reusable,
	}}
}

func mustRecord(tb testing.TB, l *Ledger, r Result) Recorded {
	tb.Helper()
	got, err := l.Record(context.Background(), &r)
	if err != nil {
		tb.Fatal(err)
	}
	return got
}

func entries(tb testing.TB, l *Ledger, run, program string) []Entry {
	tb.Helper()
	var out []Entry
	for e, err := range l.Entries(context.Background(), run, program) {
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

// sameJSON spares cmp a comparison byte by byte.
var sameJSON = cmp.Comparer(func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })

// diff compares what was kept with what was given: ids and times are the ledger's.
func diff(want, got any) string {
	return cmp.Diff(want, got, sameJSON, cmpopts.IgnoreFields(Execution{}, "ID", "At"), cmpopts.EquateEmpty())
}

func TestRuns(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	first, err := l.BeginRun(ctx, "a", json.RawMessage(`1`))
	if err != nil || first.Resumed || string(first.Info) != "1" || time.Since(first.Began) > time.Minute || !first.Finished.IsZero() {
		t.Errorf("begin: %+v, %v", first, err)
	}
	again, err := l.BeginRun(ctx, "a", json.RawMessage(`2`))
	if err != nil || !again.Resumed || string(again.Info) != "1" || !again.Began.Equal(first.Began) {
		t.Errorf("begin again: %+v, %v; want the first one's info and time", again, err)
	}
	begin(t, l, "b")
	if err := l.FinishRun(ctx, "a"); err != nil {
		t.Fatal(err)
	}
	runs, err := l.Runs(ctx)
	if err != nil || len(runs) != 2 || runs[0].ID != "a" || runs[0].Finished.IsZero() || runs[1].ID != "b" || !runs[1].Finished.IsZero() {
		t.Errorf("runs: %+v, %v", runs, err)
	}
	if err := l.FinishRun(ctx, "c"); !errors.Is(err, ErrUnknownRun) {
		t.Errorf("finish unknown run: %v", err)
	}
	if _, ok, err := l.Run(ctx, "c"); ok || err != nil {
		t.Errorf("unknown run: %v, %v", ok, err)
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	begin(t, l, "s")
	if got := accept(t, l, "r", "task", "b", "a"); cmp.Diff([]Acceptance{New, New}, got) != "" {
		t.Errorf("first: %v", got)
	}
	if got := accept(t, l, "r", "task", "a", "c", "c"); cmp.Diff([]Acceptance{Known, New, Known}, got) != "" {
		t.Errorf("again: %v", got)
	}
	if got := accept(t, l, "s", "task", "a"); got[0] != New {
		t.Errorf("same id in another run: %v", got)
	}
	if got := accept(t, l, "r", "other task", "a"); got[0] != Conflict {
		t.Errorf("same id, another task: %v", got)
	}
	got, err := l.AcceptRollouts(ctx,
		Rollout{Run: "r", ID: "a", Task: digest("task"), JSON: json.RawMessage(`"other"`)},
		Rollout{Run: "r", ID: "d", Task: digest("task"), JSON: json.RawMessage(`1`), Content: digest("d")},
		Rollout{Run: "r", ID: "d", Task: digest("task"), JSON: json.RawMessage(`2`), Content: digest("d")},
	)
	if err != nil || cmp.Diff([]Acceptance{Conflict, New, Known}, got) != "" {
		t.Errorf("by content: %v, %v", got, err)
	}
	var ids []string
	for _, e := range entries(t, l, "r", "p") {
		ids = append(ids, e.Rollout.ID)
	}
	if d := cmp.Diff([]string{"b", "a", "c", "d"}, ids); d != "" {
		t.Errorf("entries, in the order accepted (-want +got):\n%s", d)
	}
	if b, ok, err := l.Task(ctx, digest("task")); err != nil || !ok || string(b) != `"task"` {
		t.Errorf("task: %s, %v, %v", b, ok, err)
	}
	if b, ok, err := l.Task(ctx, digest("no task")); err != nil || ok || b != nil {
		t.Errorf("unknown task: %s, %v, %v", b, ok, err)
	}
}

func TestRefusedAcceptsKeepNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	accept(t, l, "r", "task")
	good := Rollout{Run: "r", ID: "good", Task: digest("task"), JSON: json.RawMessage(`1`)}
	for name, c := range map[string]struct {
		bad  Rollout
		want error
	}{
		"run":   {Rollout{Run: "q", ID: "x", Task: digest("task")}, ErrUnknownRun},
		"task":  {Rollout{Run: "r", ID: "x", Task: digest("no task")}, ErrUnknownTask},
		"id":    {Rollout{Run: "r", ID: "", Task: digest("task")}, nil},
		"long":  {Rollout{Run: "r", ID: strings.Repeat("x", MaxIDLen+1), Task: digest("task")}, nil},
		"digit": {Rollout{Run: "r", ID: "x", Task: "sha256:zz"}, nil},
	} {
		_, err := l.AcceptRollouts(ctx, good, c.bad)
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if got := entries(t, l, "r", "p"); len(got) != 0 {
		t.Errorf("entries: %+v, want none", got)
	}
}

func TestRecord(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a", "b")
	first := Result{
		Run: "r", Rollout: "a", Program: "p", Reward: json.RawMessage(`1`),
		Steps:   []Step{made("build", "k1", `"built"`, true), made("case", "k2", `"ran"`, true)},
		Retried: []Execution{{Key: digest("k2"), Observation: json.RawMessage(`"infra"`)}},
	}
	if got := mustRecord(t, l, first); !got.First || string(got.Reward) != "1" {
		t.Errorf("first: %+v", got)
	}
	second := first
	second.Reward = json.RawMessage(`0`)
	if got := mustRecord(t, l, second); got.First || string(got.Reward) != "1" {
		t.Errorf("second: %+v, want the first one's reward", got)
	}
	attempts, err := l.Attempts(ctx, digest("k2"))
	if d := diff([]Execution{first.Retried[0], first.Steps[1].Execution}, attempts); err != nil || d != "" {
		t.Errorf("attempts, none doubled: %v (-want +got):\n%s", err, d)
	}

	x, ok, err := l.Execution(ctx, digest("k1"))
	if d := diff(first.Steps[0].Execution, x); !ok || err != nil || d != "" {
		t.Fatalf("execution: %v, %v (-want +got):\n%s", ok, err, d)
	}
	reused := Result{
		Run: "r", Rollout: "b", Program: "p", Reward: json.RawMessage(`2`),
		Steps: []Step{{Name: "compile", Execution: Execution{ID: x.ID, Key: x.Key}}},
	}
	if got := mustRecord(t, l, reused); !got.First {
		t.Errorf("reused: %+v", got)
	}
	other := reused
	other.Program, other.Reward = "q", json.RawMessage(`3`)
	if got := mustRecord(t, l, other); !got.First {
		t.Errorf("other program: %+v", got)
	}

	got := entries(t, l, "r", "p")
	kept := first
	kept.Retried = nil
	reusedKept := reused
	reusedKept.Steps = []Step{{Name: "compile", Execution: first.Steps[0].Execution}}
	want := []Entry{
		{Rollout: Rollout{Run: "r", ID: "a", Task: digest("task"), JSON: json.RawMessage(`"out of a"`)}, Result: &kept},
		{Rollout: Rollout{Run: "r", ID: "b", Task: digest("task"), JSON: json.RawMessage(`"out of b"`)}, Result: &reusedKept},
	}
	if d := diff(want, got); d != "" {
		t.Errorf("entries (-want +got):\n%s", d)
	}
	if got := entries(t, l, "r", "q"); got[0].Result != nil || string(got[1].Result.Reward) != "3" {
		t.Errorf("entries of the other program: %+v", got)
	}
	if got := entries(t, l, "r", ""); got[0].Result.Program != "p" || got[1].Result.Program != "p" {
		t.Errorf("entries of any program: %+v, want the ones recorded first", got)
	}
	status, err := l.Rewards(ctx, "r", "p", "b", "none", "a")
	if d := cmp.Diff([]Status{
		{Accepted: true, Recorded: true, Reward: json.RawMessage(`2`)},
		{},
		{Accepted: true, Recorded: true, Reward: json.RawMessage(`1`)},
	}, status); err != nil || d != "" {
		t.Errorf("rewards: %v (-want +got):\n%s", err, d)
	}
	if s, err := l.Reward(ctx, "r", "a", "no program"); err != nil || !s.Accepted || s.Recorded {
		t.Errorf("reward of an unknown program: %+v, %v", s, err)
	}
	if s, err := l.Reward(ctx, "no run", "a", "p"); err != nil || s.Accepted {
		t.Errorf("reward of an unknown run: %+v, %v", s, err)
	}
	if n, err := l.Count(ctx, "r", "q"); err != nil || n != (Count{Accepted: 2, Final: 1}) {
		t.Errorf("count: %+v, %v", n, err)
	}
	sharers, err := l.Sharers(ctx, digest("k1"))
	if d := cmp.Diff([]Sharer{{"r", "a"}, {"r", "b"}}, sharers); err != nil || d != "" {
		t.Errorf("sharers: %v (-want +got):\n%s", err, d)
	}
}

func TestRefusedRecordsKeepNothing(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a")
	ids, err := l.AddExecutions(ctx, made("", "gold", `"gold"`, true).Execution)
	if err != nil || len(ids) != 1 {
		t.Fatalf("add: %v, %v", ids, err)
	}
	fresh := made("fresh", "fresh", `1`, true)
	for name, c := range map[string]struct {
		result Result
		want   error
	}{
		"run":        {Result{Run: "q", Rollout: "a", Program: "p", Steps: []Step{fresh}}, ErrUnknownRun},
		"rollout":    {Result{Run: "r", Rollout: "b", Program: "p", Steps: []Step{fresh}}, ErrNotAccepted},
		"program":    {Result{Run: "r", Rollout: "a", Program: "", Steps: []Step{fresh}}, nil},
		"key":        {Result{Run: "r", Rollout: "a", Program: "p", Steps: []Step{fresh, {Execution: Execution{Key: "x"}}}}, nil},
		"reused":     {Result{Run: "r", Rollout: "a", Program: "p", Steps: []Step{fresh, {Execution: Execution{ID: 99, Key: digest("gold")}}}}, ErrUnknownExecution},
		"reused key": {Result{Run: "r", Rollout: "a", Program: "p", Steps: []Step{fresh, {Execution: Execution{ID: ids[0], Key: digest("other")}}}}, ErrUnknownExecution},
	} {
		if _, err := l.Record(ctx, &c.result); err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if s, err := l.Reward(ctx, "r", "a", "p"); err != nil || s.Recorded {
		t.Errorf("reward: %+v, %v", s, err)
	}
	if got, err := l.Attempts(ctx, digest("fresh")); err != nil || len(got) != 0 {
		t.Errorf("attempts: %+v, %v", got, err)
	}
}

func TestProvisionalIsReplaced(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a")
	masked := Result{Run: "r", Rollout: "a", Program: "p", Reward: json.RawMessage(`null`), Provisional: true, Steps: []Step{made("s", "k", `"infra"`, false)}}
	final := Result{Run: "r", Rollout: "a", Program: "p", Reward: json.RawMessage(`1`), Steps: []Step{made("s", "k", `"ran"`, true)}}
	for i, c := range []struct {
		give  Result
		first bool
		count Count
		keeps string
	}{
		{masked, true, Count{Accepted: 1, Provisional: 1}, "null"},
		{masked, true, Count{Accepted: 1, Provisional: 1}, "null"},
		{final, true, Count{Accepted: 1, Final: 1}, "1"},
		{masked, false, Count{Accepted: 1, Final: 1}, "1"},
	} {
		if got := mustRecord(t, l, c.give); got.First != c.first {
			t.Errorf("%d: %+v, want first %v", i, got, c.first)
		}
		if n, err := l.Count(ctx, "r", "p"); err != nil || n != c.count {
			t.Errorf("%d: count %+v, %v; want %+v", i, n, err, c.count)
		}
		if s, err := l.Reward(ctx, "r", "a", "p"); err != nil || string(s.Reward) != c.keeps || s.Provisional != (c.count.Provisional == 1) {
			t.Errorf("%d: %+v, %v; want %s", i, s, err, c.keeps)
		}
	}
	if got, err := l.Attempts(ctx, digest("k")); err != nil || len(got) != 3 {
		t.Errorf("attempts: %d, %v; want all 3", len(got), err)
	}
}

func TestReuseAndDispute(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	add := func(observation string, reusable bool) {
		t.Helper()
		if _, err := l.AddExecutions(ctx, made("", "k", observation, reusable).Execution); err != nil {
			t.Fatal(err)
		}
	}
	look := func() Execution {
		t.Helper()
		x, _, err := l.Execution(ctx, digest("k"))
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	add(`"timeout"`, false)
	if x := look(); x.ID != 0 {
		t.Errorf("not reusable, yet found: %+v", x)
	}
	add(`"one"`, true)
	add(`"one"`, true)
	add(`"infra"`, false)
	if x := look(); string(x.Observation) != `"one"` || x.Disputed {
		t.Errorf("agreeing: %+v", x)
	}
	add(`"two"`, true)
	if x := look(); string(x.Observation) != `"one"` || !x.Disputed {
		t.Errorf("disagreeing: %+v, want the first, disputed", x)
	}
	add(`"one"`, true)
	attempts, err := l.Attempts(ctx, digest("k"))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range attempts {
		if x.Disputed != x.Reusable {
			t.Errorf("attempt %s: disputed %v, reusable %v", x.Observation, x.Disputed, x.Reusable)
		}
	}
}

// TestDigestsThatShareTheirIndexedHalf: the index holds 16 bytes; keys that
// differ only in the rest are different keys.
func TestDigestsThatShareTheirIndexedHalf(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	half := strings.Repeat("ab", 16)
	one, two := steelyard.Digest("sha256:"+half+strings.Repeat("01", 16)), steelyard.Digest("sha256:"+half+strings.Repeat("02", 16))
	if err := l.AcceptTasks(ctx, Task{one, json.RawMessage(`1`)}, Task{two, json.RawMessage(`2`)}); err != nil {
		t.Fatal(err)
	}
	for d, want := range map[steelyard.Digest]string{one: "1", two: "2"} {
		if b, ok, err := l.Task(ctx, d); err != nil || !ok || string(b) != want {
			t.Errorf("task %s: %s, %v, %v; want %s", d, b, ok, err, want)
		}
	}
	if _, err := l.AddExecutions(ctx,
		Execution{Key: one, Outcome: digest("1"), Observation: json.RawMessage(`1`), Reusable: true}); err != nil {
		t.Fatal(err)
	}
	if x, ok, err := l.Execution(ctx, two); ok || err != nil {
		t.Errorf("execution of the other key: %+v, %v", x, err)
	}
	if _, err := l.AddExecutions(ctx,
		Execution{Key: two, Outcome: digest("2"), Observation: json.RawMessage(`2`), Reusable: true}); err != nil {
		t.Fatal(err)
	}
	if x, _, err := l.Execution(ctx, two); err != nil || string(x.Observation) != "2" || x.Disputed {
		t.Errorf("execution: %+v, %v; want 2, not disputed", x, err)
	}
}

func TestExplain(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	for _, run := range []string{"r2", "r1", "r3"} {
		begin(t, l, run)
		accept(t, l, run, "task", "other", "a")
	}
	mustRecord(t, l, Result{Run: "r1", Rollout: "a", Program: "p", Reward: json.RawMessage(`1`), Steps: []Step{made("s", "k", `"seen"`, true)}})
	mustRecord(t, l, Result{Run: "r1", Rollout: "a", Program: "q", Reward: json.RawMessage(`2`)})
	got, err := l.Explain(ctx, "a")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, e := range got {
		line := e.Rollout.Run + " " + e.Rollout.ID
		if e.Result != nil {
			line += fmt.Sprint(" ", e.Result.Program, " ", string(e.Result.Reward), " ", len(e.Result.Steps))
		}
		lines = append(lines, line)
	}
	if d := cmp.Diff([]string{"r2 a", "r1 a p 1 1", "r1 a q 2 0", "r3 a"}, lines); d != "" {
		t.Errorf("explain (-want +got):\n%s", d)
	}
	for program, want := range map[string]string{"p": "1", "q": "2", "": "1", "none": ""} {
		e, ok, err := l.Entry(ctx, "r1", "a", program)
		got := ""
		if e.Result != nil {
			got = string(e.Result.Reward)
		}
		if err != nil || !ok || e.Rollout.ID != "a" || got != want {
			t.Errorf("entry under %q: %+v, %v, %v; want reward %q", program, e, ok, err, want)
		}
	}
	if _, ok, err := l.Entry(ctx, "r1", "none", "p"); ok || err != nil {
		t.Errorf("entry of an unknown rollout: %v, %v", ok, err)
	}
	if got, err := l.Explain(ctx, "none"); err != nil || len(got) != 0 {
		t.Errorf("explain unknown: %+v, %v", got, err)
	}
}

// mapBlobs is a blob store in memory.
type mapBlobs struct {
	mu sync.Mutex
	m  map[steelyard.Digest][]byte
}

func (b *mapBlobs) Put(c []byte) (steelyard.Digest, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := steelyard.DigestOf(c)
	b.m[d] = bytes.Clone(c)
	return d, nil
}

func (b *mapBlobs) Get(d steelyard.Digest) ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c, ok := b.m[d]; ok {
		return c, nil
	}
	return nil, errors.New("no such blob")
}

func TestLargePayloadsGoToTheBlobStore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	blobs := &mapBlobs{m: map[steelyard.Digest][]byte{}}
	l := openTest(t, dir, Options{Blobs: blobs, InlineMax: 100})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a", "b")
	large, small := filler("large", 200), filler("small", 40)
	mustRecord(t, l, Result{Run: "r", Rollout: "a", Program: "p", Reward: large, Steps: []Step{made("s", "k", string(small), true)}})
	if len(blobs.m) != 1 {
		t.Errorf("%d blobs, want the large one only", len(blobs.m))
	}
	got := entries(t, l, "r", "p")
	if r := got[0].Result; !bytes.Equal(r.Reward, large) || !bytes.Equal(r.Steps[0].Execution.Observation, small) {
		t.Errorf("entry: %+v", r)
	}
	bare := openTest(t, dir, Options{})
	if _, err := bare.Reward(ctx, "r", "a", "p"); err == nil || errors.Is(err, ErrDamaged) {
		t.Errorf("without blobs: %v, want an error that says so", err)
	}
	clear(blobs.m)
	if _, err := l.Reward(ctx, "r", "a", "p"); !errors.Is(err, ErrDamaged) {
		t.Errorf("with a blob gone: %v, want ErrDamaged", err)
	}
	if _, err := l.Record(ctx, &Result{Run: "r", Rollout: "a", Program: "p", Reward: small}); !errors.Is(err, ErrDamaged) {
		t.Errorf("record again with a blob gone: %v, want ErrDamaged", err)
	}
	if got := mustRecord(t, l, Result{Run: "r", Rollout: "b", Program: "p", Reward: small}); !got.First {
		t.Errorf("another record afterwards: %+v", got)
	}
}

func TestEntriesOverManyPages(t *testing.T) {
	t.Parallel()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "before")
	begin(t, l, "r")
	begin(t, l, "after")
	const n = 5*pageRows + 7
	want := make([]string, n)
	for i := range want {
		want[i] = fmt.Sprint("id", n-i)
	}
	accept(t, l, "after", "task", "x", "y")
	accept(t, l, "r", "task", want[:300]...)
	accept(t, l, "before", "task", "x", "y")
	accept(t, l, "r", "task", want[300:]...)
	var got []string
	for _, e := range entries(t, l, "r", "") {
		got = append(got, e.Rollout.ID)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("entries (-want +got):\n%s", d)
	}
	got = got[:0]
	for id, err := range l.IDs(context.Background(), "r") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, id)
	}
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("ids, sorted (-want +got):\n%s", d)
	}
	for e, err := range l.Entries(context.Background(), "r", "") {
		if err != nil || e.Rollout.ID != fmt.Sprint("id", n) {
			t.Fatalf("first entry: %+v, %v", e, err)
		}
		begin(t, l, "while reading") // a reader holds up nobody
		break
	}
	if got := entries(t, l, "no run", ""); len(got) != 0 {
		t.Errorf("entries of an unknown run: %+v", got)
	}
}

func TestManyCallersAtOnce(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	l := openTest(t, t.TempDir(), Options{})
	begin(t, l, "r")
	var ids []string
	for i := range 200 {
		ids = append(ids, fmt.Sprint(i))
	}
	accept(t, l, "r", "task", ids...)
	firsts := make([]int, len(ids))
	var mu sync.Mutex
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i, id := range ids {
				got, err := l.Record(ctx, &Result{Run: "r", Rollout: id, Program: "p", Reward: fmt.Append(nil, w)})
				if err != nil {
					t.Error(err)
					return
				}
				// What a call committed is there for every later one.
				s, err := l.Reward(ctx, "r", id, "p")
				if err != nil || !bytes.Equal(s.Reward, got.Reward) {
					t.Errorf("reward of %s: %+v, %v; record said %s", id, s, err, got.Reward)
				}
				if got.First {
					mu.Lock()
					firsts[i]++
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	for i, n := range firsts {
		if n != 1 {
			t.Errorf("rollout %s: %d first results", ids[i], n)
		}
	}
}

func TestClose(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	dir := t.TempDir()
	l := openTest(t, dir, Options{})
	begin(t, l, "r")
	accept(t, l, "r", "task", "a")
	p := l.Submit(ctx, &Result{Run: "r", Rollout: "a", Program: "p", Reward: json.RawMessage(`1`)})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Wait(ctx); err != nil || !got.First {
		t.Errorf("submitted before close: %+v, %v", got, err)
	}
	if err := l.Close(); err != nil {
		t.Errorf("close again: %v", err)
	}
	if _, err := l.Record(ctx, &Result{Run: "r", Rollout: "a", Program: "p"}); !errors.Is(err, ErrClosed) {
		t.Errorf("record: %v, want ErrClosed", err)
	}
	if _, err := l.Runs(ctx); !errors.Is(err, ErrClosed) {
		t.Errorf("runs: %v, want ErrClosed", err)
	}
	if _, err := os.Stat(filepath.Join(dir, FileName+"-wal")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the log after close: %v, want it folded into the database", err)
	}
	if s, err := openTest(t, dir, Options{}).Reward(ctx, "r", "a", "p"); err != nil || !s.Recorded {
		t.Errorf("reopened: %+v, %v", s, err)
	}
}

func TestCancelledCaller(t *testing.T) {
	t.Parallel()
	l := openTest(t, t.TempDir(), Options{})
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	if _, err := l.BeginRun(ctx, "r", nil); !errors.Is(err, why) {
		t.Errorf("begin: %v, want the cause", err)
	}
	if _, ok, err := l.Run(t.Context(), "r"); ok || err != nil {
		t.Errorf("run: %v, %v; want none", ok, err)
	}
}
