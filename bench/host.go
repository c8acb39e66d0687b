package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// host says what the numbers were measured on.
type host struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`
	Memory string `json:"memory"`
	Kernel string `json:"kernel"`
	OS     string `json:"os"`
	Go     string `json:"go"`
	Python string `json:"python"`
}

func describeHost(ctx context.Context, python string) (host, error) {
	h := host{Cores: runtime.NumCPU(), Go: runtime.Version()}
	h.CPU = field("/proc/cpuinfo", "model name", ":")
	h.OS = strings.Trim(field("/etc/os-release", "PRETTY_NAME", "="), `"`)
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return h, fmt.Errorf("describe host: %w", err)
	}
	h.Memory = fmt.Sprintf("%.0f GiB", float64(info.Totalram)*float64(info.Unit)/(1<<30))
	var name unix.Utsname
	if err := unix.Uname(&name); err != nil {
		return h, fmt.Errorf("describe host: %w", err)
	}
	h.Kernel = unix.ByteSliceToString(name.Release[:])
	out, err := exec.CommandContext(ctx, python, "--version").Output()
	if err != nil {
		return h, fmt.Errorf("run %s: %w", python, err)
	}
	h.Python = python + ", " + strings.TrimSpace(string(out))
	return h, nil
}

// field returns the first value of a key in a text file, or "".
func field(path, key, separator string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	for s := bufio.NewScanner(f); s.Scan(); {
		k, v, ok := strings.Cut(s.Text(), separator)
		if ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// loadAverage returns the one-minute load, as text.
func loadAverage() string {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	one, _, _ := strings.Cut(string(data), " ")
	return one
}
