// Package ns is the sandbox made of Linux namespaces, seccomp filters and
// control groups.
//
// New detects what the host allows (its tier) and Open builds a slot: one
// confined process, the slot init of internal/guest/init, that lives in its own
// user, mount, PID, IPC, UTS, network and cgroup namespaces and serves many
// executions. Each process of an Exec gets a cell, a fresh PID and mount
// namespace with an empty file system of its own; its candidate is PID 2 and
// holds no capability. Orders and answers go through memory shared with the
// slot init; nothing the candidate writes is parsed on the way.
//
// The package refuses to run with less than was demanded: when memory or pids
// limits are asked for and no cgroup can enforce them, the observation is an
// infrastructure failure that says so.
package ns
