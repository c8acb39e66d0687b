// Package steelyard is the vocabulary of the reward layer: tasks, rollouts, the
// steps a grader asks for, the observations that executing them yields, and the
// verdicts and rewards computed from those observations.
//
// Each record is made from the one before it, and only the first arrow touches
// the world:
//
//	Rollout ──execute──▶ Observation ──grade──▶ Verdict ──compose──▶ Reward
//
// Every type here has exactly one JSON form, the one users see on the wire and
// in files; docs/schema holds the generated JSON Schema. Values are plain data:
// nothing in this package opens a file, starts a process or reads a clock.
//
// The package imports nothing else of the project and makes no promise about
// packages below internal/.
package steelyard

// Version is the version of the engine and part of every reward's provenance.
const Version = "0.1.0"

// WireVersion is the value of the "v" field of every record. A reader must
// ignore fields and record types that it does not know.
const WireVersion = 1
