package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"steelyard"
	"steelyard/internal/sandbox/ns"
	"steelyard/internal/tree"
)

type doctorCmd struct {
	hostFlags
	stateFlags
	Format  string `enum:"auto,text,jsonl" default:"auto" help:"auto (text on a terminal, JSON lines elsewhere), text or jsonl."`
	Attacks bool   `default:"true" negatable:"" help:"Run the attack corpus."`
}

// Finding is a record of `doctor`.
type Finding struct {
	Type string `json:"type"` // "finding"
	V    int    `json:"v"`
	// Area is "sandbox", "tool" or "attack".
	Area string `json:"area"`
	Name string `json:"name"`
	// Status is "ok", "missing" or "failed"; of an attack "contained", "escaped"
	// or "skipped".
	Status string `json:"status"`
	Detail string `json:"detail,omitempty"`
	Remedy string `json:"remedy,omitempty"`
}

// Run looks at the host, says what is missing, and proves what is there.
func (c *doctorCmd) Run(ctx context.Context, w *world) (err error) {
	dir, err := c.dir(w)
	if err != nil {
		return err
	}
	d := &doctor{w: w, dir: dir, c: c}
	d.host(ns.Detect())
	host, err := w.openHost(ctx, dir, c.Python)
	if err != nil {
		return err
	}
	tools, err := host.Tools(ctx)
	if err != nil {
		return err
	}
	d.tools(tools)
	if c.Attacks {
		if err := d.attacks(ctx, host); err != nil {
			if ctx.Err() != nil {
				return errInterrupted
			}
			d.add(Finding{Area: "sandbox", Name: c.Sandbox, Status: "failed", Detail: err.Error()})
		}
	}
	if err := d.print(); err != nil {
		return err
	}
	if d.bad > 0 {
		return &gateError{fmt.Sprintf("%d attacks were not contained; do not weigh hostile code on this machine", d.bad)}
	}
	return nil
}

type doctor struct {
	w        *world
	dir      string
	c        *doctorCmd
	findings []Finding
	bad      int
}

func (d *doctor) add(f Finding) {
	f.Type, f.V = "finding", steelyard.WireVersion
	if f.Status == "escaped" || f.Status == "failed" {
		d.bad++
	}
	d.findings = append(d.findings, f)
}

func (d *doctor) host(h ns.Host) {
	d.add(Finding{Area: "sandbox", Name: "tier", Status: "ok", Detail: h.Tier() + ", kernel " + h.Kernel})
	cgroup := Finding{Area: "sandbox", Name: "cgroups", Status: "ok", Detail: h.Cgroup}
	if h.Cgroup == "" {
		cgroup.Status, cgroup.Detail = "missing", h.CgroupError
	}
	d.add(cgroup)
	for _, m := range h.Missing() {
		d.add(Finding{Area: "sandbox", Name: "guarantee", Status: "missing", Detail: m})
	}
}

func (d *doctor) tools(tools []tree.Tool) {
	for _, t := range tools {
		f := Finding{Area: "tool", Name: t.Name, Status: "ok", Detail: t.Path + "  " + t.Version}
		if !t.Found() {
			f.Status, f.Detail, f.Remedy = "missing", t.Problem, t.Remedy
		}
		d.add(f)
	}
}

func (d *doctor) attacks(ctx context.Context, host *tree.Host) (err error) {
	jobs, err := d.c.jobs()
	if err != nil {
		return err
	}
	be, err := d.w.openBackend(ctx, d.w.builtin(), d.dir, d.c.Sandbox, jobs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, be.Close()) }()
	env, err := host.Env(ctx, "")
	if err != nil {
		return err
	}
	return d.runCorpus(ctx, be, env)
}

func (d *doctor) print() error {
	columns, terminal := d.w.Terminal(d.w.Stdout)
	if d.c.Format == "jsonl" || d.c.Format == "auto" && !terminal {
		enc := json.NewEncoder(d.w.Stdout)
		enc.SetEscapeHTML(false)
		for _, f := range d.findings {
			if err := enc.Encode(f); err != nil {
				return err
			}
		}
		return nil
	}
	if columns == 0 {
		columns = wide
	}
	table := [][]string{{"STATUS", "AREA", "NAME", "DETAIL"}}
	for _, f := range d.findings {
		detail := f.Detail
		if f.Remedy != "" {
			detail += "; " + f.Remedy
		}
		table = append(table, []string{f.Status, f.Area, f.Name, detail})
	}
	printTable(d.w.Stdout, table, columns, terminal && d.w.Getenv("NO_COLOR") == "")
	return nil
}
