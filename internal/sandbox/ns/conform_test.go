package ns

import (
	"context"
	"os"
	"strconv"
	"testing"

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
