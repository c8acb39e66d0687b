// Package tree resolves environments: which of the host's tool chains a
// candidate runs with, and what a sandbox has to show of the host for them to
// work. Its entry point is New; Host.Env gives the mounts for a task.
//
// It names interpreters by their real path, never by a version manager's shim,
// because a shim costs more than the program it starts and can change what it
// means between two runs. It refuses prefixes so broad that mounting them would
// show a candidate what is not its business: the root, a home folder, the
// folder that holds the engine's own state.
package tree
