// Package sandbox says what a sandbox is: a place where an Exec of hostile
// programs is carried out and only facts come back.
//
// Backend and Sandbox are implemented by the sub-packages ns (Linux namespaces,
// the real one) and mem (answers from a function, for tests). Pool keeps opened
// sandboxes ready. sandboxtest is the suite every backend passes.
package sandbox

import (
	"context"

	"steelyard"
)

// Mounts is a resolved environment: what a sandbox shows of the host.
type Mounts struct {
	// Digest identifies the environment in step keys: interpreter paths and
	// versions, and the identity of what is mounted.
	Digest steelyard.Digest
	// Binds are host paths mounted read-only.
	Binds []Bind
	// Symlinks are links made in the root: link path to target.
	Symlinks map[string]string
	// Files are small files made in the root: /etc/passwd and the like.
	Files map[string][]byte
	// Env are the variables every process gets, as "KEY=value".
	Env []string
	// Tools resolve an Argv[0] of "@name" to a path inside the sandbox, followed
	// by fixed leading arguments. The keys are names without the "@".
	Tools map[string][]string
}

// Bind mounts Source of the host at Target, read-only.
type Bind struct {
	Source string
	Target string
}

// Backend opens sandboxes.
type Backend interface {
	// Open returns a sandbox that shows env. It is not cheap; see Pool.
	Open(ctx context.Context, env *Mounts) (Sandbox, error)
	// Ready says whether the backend can open sandboxes at all, and if not why
	// and what to do.
	Ready(ctx context.Context) error
	// Tier names the isolation in force, e.g. "root+v1".
	Tier() string
}

// Sandbox carries out one Exec at a time.
type Sandbox interface {
	// Do executes x. It returns no error: who is to blame is in the observation
	// and cannot be forgotten. Blobs in x must be held inline. When ctx ends, the
	// whole process tree is killed and the observation says infra.
	Do(ctx context.Context, x *steelyard.Exec) steelyard.Observation
	// Reset makes the sandbox as new, or fails; a sandbox whose Reset failed
	// must be closed.
	Reset(ctx context.Context) error
	Close() error
}
