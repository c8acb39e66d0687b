package ns

import (
	"context"
	"os"
	"strconv"
	"testing"
	"time"

	"steelyard"
	"steelyard/internal/sandbox/sandboxtest"
)

func TestConformance(t *testing.T) {
	s := open(t)
	have := s.groups != nil
	slow, _ := strconv.Atoi(os.Getenv("STEELYARD_TEST_SLOW")) // unset is 0
	sandboxtest.Run(t, s, sandboxtest.Have{Memory: have, Pids: have, Namespaces: s.flat == nil, Slow: slow})
}

func TestFreeze(t *testing.T) {
	s := open(t)
	x := sh("mkdir -p d/e; echo 1 > d/f; chmod 600 d/f; printf '#!/bin/sh\necho run\n' > prog; chmod 755 prog; ln -s prog link")
	x.Freeze = true
	o := s.Do(context.Background(), x)
	if o.Outcome.Infra != nil || o.Outcome.Layer == "" {
		t.Fatalf("no layer: %+v", o)
	}
	again := s.Do(context.Background(), x)
	if again.Outcome.Layer != o.Outcome.Layer {
		t.Errorf("the same content froze to %s and %s", o.Outcome.Layer, again.Outcome.Layer)
	}
	y := sh("cat d/f; ./link; echo 2 > d/f; cat d/f; rm prog; ls | tr '\\n' ' '")
	y.Base = o.Outcome.Layer
	for range 2 { // a private view: the second run sees none of the first
		r := s.Do(context.Background(), y)
		if r.Outcome.Infra != nil {
			t.Fatal(r.Outcome.Infra.Cause)
		}
		if got := r.Outcome.Procs[0].Stdout.String(); got != "1\nrun\n2\nd link " {
			t.Errorf("got %q, stderr %q", got, r.Outcome.Procs[0].Stderr.String())
		}
	}
	bad := sh("exit 3")
	bad.Freeze = true
	if r := s.Do(context.Background(), bad); r.Outcome.Layer != "" {
		t.Error("a failed step was frozen")
	}
	if r := s.Do(context.Background(), sh("ls -d /.x/layers/* /.x")); r.Outcome.Procs[0].Code == 0 {
		t.Errorf("the candidate sees the layers: %s", r.Outcome.Procs[0].Stdout)
	}
}

// A layer that is not what its name says is made again, not run.
func TestDamagedLayer(t *testing.T) {
	s := open(t)
	x := sh("mkdir -m 700 d; echo 1 > d/f; ln -s d/f l; chmod 600 d/f")
	x.Freeze = true
	o := s.Do(context.Background(), x)
	d := o.Outcome.Layer
	if d == "" {
		t.Fatalf("%+v", o)
	}
	s.b.whole.Clear()
	if !s.b.HasLayer(d) {
		t.Fatal("a sound layer is called damaged")
	}
	for name, damage := range map[string]func(dir string) error{
		"empty file": func(dir string) error { return os.Truncate(dir+"/d/f", 0) },
		"gone":       func(dir string) error { return os.Remove(dir + "/l") },
		"mode":       func(dir string) error { return os.Chmod(dir+"/d", 0o755) },
	} {
		if r := s.Do(context.Background(), x); r.Outcome.Layer != d {
			t.Fatalf("%s: not made again: %+v", name, r)
		}
		if err := damage(s.b.layerPath(d)); err != nil {
			t.Fatal(err)
		}
		s.b.whole.Clear()
		if s.b.HasLayer(d) {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// What a step leaves that cannot be kept is the step's doing.
func TestUnfreezable(t *testing.T) {
	s := open(t)
	for name, script := range map[string]string{
		"pipe":  "mkfifo p",
		"depth": "i=0; while [ $i -lt 70 ]; do mkdir d; cd d; i=$((i+1)); done",
		"size":  "for i in 1 2 3; do truncate -s 200M $i; done",
	} {
		x := sh(script)
		x.Freeze = true
		x.Procs[0].Limits.Wall = steelyard.Duration(time.Minute) // seventy processes take long in emulation
		o := s.Do(context.Background(), x)
		if o.Outcome.Infra != nil {
			t.Fatalf("%s: the step made its failure ours: %s", name, o.Outcome.Infra.Cause)
		}
		if p := o.Outcome.Procs[0]; p.End != steelyard.EndOutputLimit || p.Limit != "layer" || o.Outcome.Layer != "" {
			t.Errorf("%s: ended as %s by %q with layer %q", name, p.End, p.Limit, o.Outcome.Layer)
		}
	}
}
