package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// userHZ is the unit of the times in /proc/PID/stat on every Linux port.
const userHZ = 100

// treeCPU returns the user and system time of this process, of every process
// below it, and of all of their children that have been waited for. What ran
// between two calls is the difference, wherever it ran: in a pooled slot, in its
// init, or in a process that is long gone.
func treeCPU() (time.Duration, error) {
	var self, children unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &self); err != nil {
		return 0, err
	}
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &children); err != nil {
		return 0, err
	}
	total := rusage(&self) + rusage(&children)
	stats, err := processes()
	if err != nil {
		return 0, err
	}
	below := map[int]bool{os.Getpid(): true}
	for changed := true; changed; {
		changed = false
		for pid, s := range stats {
			if !below[pid] && below[s.parent] {
				below[pid] = true
				changed = true
				total += s.cpu
			}
		}
	}
	return total, nil
}

func rusage(u *unix.Rusage) time.Duration {
	return time.Duration(unix.TimevalToNsec(u.Utime) + unix.TimevalToNsec(u.Stime))
}

type procStat struct {
	parent int
	// cpu is its own time and that of the children it has waited for.
	cpu time.Duration
}

func processes() (map[int]procStat, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	out := map[int]procStat{}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		data, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // gone meanwhile
		}
		s, err := parseStat(string(data))
		if err != nil {
			return nil, fmt.Errorf("process %d: %w", pid, err)
		}
		out[pid] = s
	}
	return out, nil
}

// parseStat reads a line of /proc/PID/stat. The name may hold anything, so the
// fields are counted from the last parenthesis.
func parseStat(line string) (procStat, error) {
	end := strings.LastIndexByte(line, ')')
	if end < 0 {
		return procStat{}, fmt.Errorf("stat line %q has no name", line)
	}
	fields := strings.Fields(line[end+1:])
	const parent, utime, cstime = 1, 11, 14
	if len(fields) <= cstime {
		return procStat{}, fmt.Errorf("stat line %q is short", line)
	}
	var s procStat
	var err error
	if s.parent, err = strconv.Atoi(fields[parent]); err != nil {
		return procStat{}, err
	}
	for _, f := range fields[utime : cstime+1] {
		ticks, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			return procStat{}, err
		}
		s.cpu += time.Duration(ticks) * time.Second / userHZ
	}
	return s, nil
}
