package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

const goJudgeVersion = "github.com/criyle/go-judge v1.12.2"

// judgeGroup names the control groups of the judge; it leaves them behind.
const judgeGroup = "steelyard-bench-judge"

// goJudge is the judge's own server, built from the pinned module, asked over
// HTTP with kept connections, one run a request.
type goJudge struct {
	cmd    *exec.Cmd
	client *http.Client
	url    string
	body   []byte
}

func startGoJudge(ctx context.Context, b *bench, workers int) (*goJudge, error) {
	bin := filepath.Join(b.cache, "go-judge")
	build := exec.CommandContext(ctx, "go", "build", "-o", bin, "github.com/criyle/go-judge/cmd/go-judge")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build go-judge: %w: %s", err, out)
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return nil, err
	}
	g := &goJudge{
		cmd: exec.CommandContext(ctx, bin, "-http-addr", address, "-parallelism", strconv.Itoa(workers), "-pre-fork", strconv.Itoa(workers),
			"-cgroup-prefix", judgeGroup, "-silent"),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: workers}, Timeout: 10 * time.Second},
		url:    "http://" + address,
	}
	g.cmd.Dir = b.scratch
	const outputCap = 10240
	g.body, err = json.Marshal(map[string]any{"cmd": []any{map[string]any{
		"args":     []string{truePath},
		"env":      []string{"PATH=/usr/bin:/bin"},
		"files":    []any{map[string]any{"content": ""}, map[string]any{"name": "stdout", "max": outputCap}, map[string]any{"name": "stderr", "max": outputCap}},
		"cpuLimit": 10e9, "memoryLimit": 256 << 20, "procLimit": 64,
	}}})
	if err != nil {
		return nil, err
	}
	if err := g.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start go-judge: %w", err)
	}
	for range 100 {
		if err = g.op(ctx, 0); err == nil {
			return g, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, errors.Join(fmt.Errorf("go-judge does not answer: %w", err), g.close())
}

func (g *goJudge) close() error {
	if err := g.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	err := ignoreExit(g.cmd.Wait())
	// Groups hold no files: removing the folders, the inner ones first, is enough.
	for _, pattern := range []string{"/sys/fs/cgroup/*/" + judgeGroup + "/*", "/sys/fs/cgroup/*/" + judgeGroup} {
		left, globErr := filepath.Glob(pattern)
		err = errors.Join(err, globErr)
		for _, dir := range left {
			_ = os.Remove(dir)
		}
	}
	return err
}

// ignoreExit drops the error that says only that a process we ended has ended.
func ignoreExit(err error) error {
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		return nil
	}
	return err
}

func (g *goJudge) op(ctx context.Context, _ int) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, g.url+"/run", bytes.NewReader(g.body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := g.client.Do(req)
	if err != nil {
		return err
	}
	data, err := io.ReadAll(resp.Body)
	if err = errors.Join(err, resp.Body.Close()); err != nil {
		return err
	}
	var results []struct {
		Status     string `json:"status"`
		ExitStatus int    `json:"exitStatus"` //nolint:tagliatelle // go-judge's own name
	}
	if err := json.Unmarshal(data, &results); err != nil {
		return fmt.Errorf("go-judge answered %.200s: %w", data, err)
	}
	if len(results) != 1 || results[0].Status != "Accepted" {
		return fmt.Errorf("go-judge answered %.300s", data)
	}
	return nil
}
