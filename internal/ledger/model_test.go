package ledger

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"steelyard"
)

// model is what a ledger must be: maps and slices.
type model struct {
	l   *Ledger
	dir string

	runs     []string
	finished map[string]bool
	tasks    map[string]string
	rollouts map[string][]Rollout // by run, in the order accepted
	results  map[string]Result    // by run/rollout/program
	order    map[string][]string  // programs by run/rollout, in the order recorded
	attempts map[string][]Execution
	sharers  map[string]map[string]bool // step to run/rollout
}

var (
	someRuns     = rapid.SampledFrom([]string{"r1", "r2", "r3"})
	someTasks    = rapid.SampledFrom([]string{"t1", "t2"})
	someRollouts = rapid.SampledFrom([]string{"a", "b", "c", "d"})
	somePrograms = rapid.SampledFrom([]string{"p", "q"})
	someSteps    = rapid.SampledFrom([]string{"k1", "k2", "k3"})
	somePayloads = rapid.SampledFrom([]string{`1`, `"two"`, `{"three":[3]}`, string(filler("long", 400))})
)

func (m *model) rollout(run, id string) (Rollout, bool) {
	i := slices.IndexFunc(m.rollouts[run], func(r Rollout) bool { return r.ID == id })
	if i < 0 {
		return Rollout{}, false
	}
	return m.rollouts[run][i], true
}

func (m *model) beginRun(t *rapid.T) {
	id := someRuns.Draw(t, "run")
	known := slices.Contains(m.runs, id)
	got, err := m.l.BeginRun(t.Context(), id, json.RawMessage(`"`+id+`"`))
	if err != nil || got.Resumed != known || string(got.Info) != `"`+id+`"` {
		t.Fatalf("begin %s: %+v, %v; known %v", id, got, err, known)
	}
	if !known {
		m.runs = append(m.runs, id)
	}
}

func (m *model) finishRun(t *rapid.T) {
	id := someRuns.Draw(t, "run")
	err := m.l.FinishRun(t.Context(), id)
	if known := slices.Contains(m.runs, id); known != (err == nil) {
		t.Fatalf("finish %s: %v; known %v", id, err, known)
	}
	m.finished[id] = err == nil
}

func (m *model) acceptTask(t *rapid.T) {
	name, body := someTasks.Draw(t, "task"), somePayloads.Draw(t, "json")
	if err := m.l.AcceptTasks(t.Context(), Task{digest(name), json.RawMessage(body)}); err != nil {
		t.Fatal(err)
	}
	if _, ok := m.tasks[name]; !ok {
		m.tasks[name] = body
	}
}

func (m *model) acceptRollouts(t *rapid.T) {
	give := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Rollout {
		return Rollout{
			Run: someRuns.Draw(t, "run"), ID: someRollouts.Draw(t, "id"),
			Task: digest(someTasks.Draw(t, "task")), JSON: json.RawMessage(somePayloads.Draw(t, "json")),
		}
	}), 1, 3).Draw(t, "rollouts")
	got, err := m.l.AcceptRollouts(t.Context(), give...)
	valid := true
	for _, r := range give {
		_, known := m.tasks["t1"]
		if r.Task == digest("t2") {
			_, known = m.tasks["t2"]
		}
		valid = valid && known && slices.Contains(m.runs, r.Run)
	}
	if valid != (err == nil) {
		t.Fatalf("accept: %v; valid %v", err, valid)
	}
	if !valid {
		return
	}
	for i, r := range give {
		want := New
		if old, ok := m.rollout(r.Run, r.ID); ok {
			want = Conflict
			if old.Task == r.Task && string(old.JSON) == string(r.JSON) {
				want = Known
			}
		} else {
			m.rollouts[r.Run] = append(m.rollouts[r.Run], r)
		}
		if got[i] != want {
			t.Fatalf("accept %d of %+v: %v, want %v", i, give, got, want)
		}
	}
}

// draw returns an execution made now.
func (m *model) draw(t *rapid.T) Execution {
	obs := somePayloads.Draw(t, "observation")
	x := Execution{Key: digest(someSteps.Draw(t, "step")), Observation: json.RawMessage(obs), Reusable: rapid.Bool().Draw(t, "reusable")}
	if rapid.Bool().Draw(t, "compared") {
		x.Outcome = digest(obs)
	}
	return x
}

// keep adds an execution to the model, with what it disputes.
func (m *model) keep(x Execution) {
	key := string(x.Key)
	all := append(slices.Clone(m.attempts[key]), x)
	outcomes := map[steelyard.Digest]bool{}
	compared := func(x Execution) bool { return x.Reusable && x.Outcome != "" }
	for _, x := range all {
		if compared(x) {
			outcomes[x.Outcome] = true
		}
	}
	for i := range all {
		all[i].Disputed = compared(all[i]) && len(outcomes) > 1
	}
	m.attempts[key] = all
}

func (m *model) addExecution(t *rapid.T) {
	x := m.draw(t)
	if _, err := m.l.AddExecutions(t.Context(), x); err != nil {
		t.Fatal(err)
	}
	m.keep(x)
}

func (m *model) record(t *rapid.T) {
	r := Result{
		Run: someRuns.Draw(t, "run"), Rollout: someRollouts.Draw(t, "id"), Program: somePrograms.Draw(t, "program"),
		Reward: json.RawMessage(somePayloads.Draw(t, "reward")), Provisional: rapid.Bool().Draw(t, "provisional"),
	}
	for n := range rapid.IntRange(0, 3).Draw(t, "steps") {
		s := Step{Name: fmt.Sprint("step", n), Execution: m.draw(t)}
		if rapid.Bool().Draw(t, "reuse") {
			if x, ok, err := m.l.Execution(t.Context(), s.Execution.Key); err != nil {
				t.Fatal(err)
			} else if ok {
				s.Execution = x
			}
		}
		r.Steps = append(r.Steps, s)
	}
	if rapid.Bool().Draw(t, "retried") {
		r.Retried = []Execution{m.draw(t)}
	}
	got, err := m.l.Record(t.Context(), &r)
	_, accepted := m.rollout(r.Run, r.Rollout)
	if accepted != (err == nil) {
		t.Fatalf("record %+v: %v; accepted %v", r, err, accepted)
	}
	if !accepted {
		return
	}
	id := r.Run + "/" + r.Rollout
	old, ok := m.results[id+"/"+r.Program]
	if ok && !old.Provisional {
		if got.First || string(got.Reward) != string(old.Reward) {
			t.Fatalf("record: %+v, want the earlier %s", got, old.Reward)
		}
		return
	}
	if !got.First || string(got.Reward) != string(r.Reward) {
		t.Fatalf("record: %+v, want %s as the first", got, r.Reward)
	}
	for _, x := range r.Retried {
		m.keep(x)
		m.share(x.Key, id)
	}
	for i := range r.Steps {
		x := &r.Steps[i].Execution
		m.share(x.Key, id)
		if x.ID == 0 {
			m.keep(*x)
		}
	}
	r.Retried = nil
	m.results[id+"/"+r.Program] = r
	m.order[id] = append(slices.DeleteFunc(m.order[id], func(p string) bool { return p == r.Program }), r.Program)
}

func (m *model) share(key steelyard.Digest, rollout string) {
	if m.sharers[string(key)] == nil {
		m.sharers[string(key)] = map[string]bool{}
	}
	m.sharers[string(key)][rollout] = true
}

func (m *model) reopen(t *rapid.T) {
	if err := m.l.Close(); err != nil {
		t.Fatal(err)
	}
	var err error
	if m.l, err = Open(t.Context(), m.dir, crashOptions(m.dir)); err != nil {
		t.Fatal(err)
	}
}

// check compares everything that can be read.
func (m *model) check(t *rapid.T) {
	ctx := t.Context()
	runs, err := m.l.Runs(ctx)
	if err != nil || len(runs) != len(m.runs) {
		t.Fatalf("runs: %+v, %v; want %v", runs, err, m.runs)
	}
	for i, r := range runs {
		if r.ID != m.runs[i] || r.Finished.IsZero() == m.finished[r.ID] {
			t.Fatalf("run %+v, want %s, finished %v", r, m.runs[i], m.finished[r.ID])
		}
	}
	for _, name := range []string{"t1", "t2"} {
		got, ok, err := m.l.Task(ctx, digest(name))
		want, known := m.tasks[name]
		if err != nil || ok != known || string(got) != want {
			t.Fatalf("task %s: %s, %v, %v; want %s", name, got, ok, err, want)
		}
	}
	for _, key := range []string{"k1", "k2", "k3"} {
		m.checkStep(t, digest(key))
	}
	for _, run := range []string{"r1", "r2", "r3"} {
		for _, program := range []string{"p", "q", ""} {
			m.checkRun(t, run, program)
		}
	}
}

func (m *model) checkStep(t *rapid.T, key steelyard.Digest) {
	ctx := t.Context()
	want := m.attempts[string(key)]
	got, err := m.l.Attempts(ctx, key)
	if d := diff(want, got); err != nil || d != "" {
		t.Fatalf("attempts of %s: %v (-want +got):\n%s", key, err, d)
	}
	x, ok, err := m.l.Execution(ctx, key)
	i := slices.IndexFunc(want, func(x Execution) bool { return x.Reusable })
	if err != nil || ok != (i >= 0) || ok && diff(want[i], x) != "" {
		t.Fatalf("execution of %s: %+v, %v, %v", key, x, ok, err)
	}
	sharers, err := m.l.Sharers(ctx, key)
	shared := map[string]bool{}
	for _, s := range sharers {
		shared[s.Run+"/"+s.Rollout] = true
	}
	if err != nil || len(sharers) != len(shared) || len(shared) != len(m.sharers[string(key)]) {
		t.Fatalf("sharers of %s: %v, %v; want %v", key, sharers, err, m.sharers[string(key)])
	}
	for id := range m.sharers[string(key)] {
		if !shared[id] {
			t.Fatalf("sharers of %s: %v lack %s", key, sharers, id)
		}
	}
}

func (m *model) checkRun(t *rapid.T, run, program string) {
	ctx := t.Context()
	var want []Entry
	var n Count
	for _, r := range m.rollouts[run] {
		e := Entry{Rollout: r}
		p := program
		if order := m.order[run+"/"+r.ID]; p == "" && len(order) > 0 {
			p = order[0]
		}
		n.Accepted++
		res, ok := m.results[run+"/"+r.ID+"/"+p]
		if ok {
			e.Result = &res
			if res.Provisional {
				n.Provisional++
			} else {
				n.Final++
			}
		}
		if program != "" {
			got, err := m.l.Reward(ctx, run, r.ID, program)
			if err != nil || !got.Accepted || got.Recorded != ok || string(got.Reward) != string(res.Reward) || got.Provisional != res.Provisional {
				t.Fatalf("reward of %s in %s: %+v, %v; want %s", r.ID, run, got, err, res.Reward)
			}
		}
		want = append(want, e)
	}
	var got []Entry
	for e, err := range m.l.Entries(ctx, run, program) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e)
	}
	// Whether an execution of a result is disputed is for checkStep: the model's
	// results hold it as it was when they were recorded.
	if d := cmp.Diff(want, got, sameJSON, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(Execution{}, "ID", "At", "Disputed")); d != "" {
		t.Fatalf("entries of %s under %q (-want +got):\n%s", run, program, d)
	}
	if program == "" {
		return
	}
	if c, err := m.l.Count(ctx, run, program); err != nil || c != n {
		t.Fatalf("count of %s under %s: %+v, %v; want %+v", run, program, c, err, n)
	}
}

// TestModel compares the ledger with maps, over random histories.
func TestModel(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	history := 0
	rapid.Check(t, func(t *rapid.T) {
		history++
		dir := filepath.Join(root, strconv.Itoa(history))
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		m := &model{
			dir: dir, finished: map[string]bool{}, tasks: map[string]string{}, rollouts: map[string][]Rollout{},
			results: map[string]Result{}, order: map[string][]string{}, attempts: map[string][]Execution{},
			sharers: map[string]map[string]bool{},
		}
		var err error
		if m.l, err = Open(t.Context(), dir, crashOptions(dir)); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := m.l.Close(); err != nil {
				t.Error(err)
			}
			if err := os.RemoveAll(dir); err != nil {
				t.Error(err)
			}
		})
		t.Repeat(map[string]func(*rapid.T){
			"begin": m.beginRun, "finish": m.finishRun, "task": m.acceptTask,
			"accept": m.acceptRollouts, "accept again": m.acceptRollouts, "execution": m.addExecution,
			"record": m.record, "record again": m.record, "record more": m.record, "reopen": m.reopen,
			"": m.check,
		})
	})
}
