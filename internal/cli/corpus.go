package cli

import (
	"context"
	"errors"
	"fmt"

	"steelyard/internal/sandbox"
	"steelyard/internal/sandbox/corpus"
	"steelyard/internal/tree"
)

// runCorpus carries out the attack corpus, one attack after the other in one
// slot, and reports a finding a case.
func (d *doctor) runCorpus(ctx context.Context, be sandbox.Backend, env *tree.Env) (err error) {
	s, err := be.Open(ctx, env.Mounts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	cases := corpus.Cases()
	for i, c := range cases {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if _, terminal := d.w.Terminal(d.w.Stderr); terminal && !d.w.quiet {
			fmt.Fprintf(d.w.Stderr, "\r\x1b[Kattack %d of %d: %s", i+1, len(cases), c.Name)
		}
		r := corpus.Run(ctx, s, c)
		d.add(attackFinding(&c, &r))
		if r.Broken != "" || r.Observation.Outcome.Infra != nil {
			if err := s.Close(); err != nil {
				return err
			}
			if s, err = be.Open(ctx, env.Mounts); err != nil {
				return err
			}
		}
	}
	if _, terminal := d.w.Terminal(d.w.Stderr); terminal && !d.w.quiet {
		fmt.Fprint(d.w.Stderr, "\r\x1b[K")
	}
	return nil
}

func attackFinding(c *corpus.Case, r *corpus.Result) Finding {
	f := Finding{Area: "attack", Name: c.Name, Status: "contained", Detail: c.Does}
	switch {
	case r.Problem != "":
		f.Status, f.Detail = "escaped", c.Does+": "+r.Problem
	case r.After != "":
		f.Status, f.Detail = "escaped", c.Does+": the next run was affected: "+r.After
	case r.Skipped != "":
		f.Status, f.Detail = "skipped", r.Skipped
	case r.Broken != "":
		f.Detail += " (the slot had to be replaced: " + r.Broken + ")"
	}
	return f
}
