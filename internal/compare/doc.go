// Package compare says when a result equals what was expected: program output,
// decoded values of the candidate languages, and literals.
//
// Text compares a program's output with the accepted answers by a
// steelyard.Comparison; Testlib gives the native equivalents of testlib's
// standard checkers. Values cross from a candidate's process in the tagged codec
// and are compared by the rules of the language they come from.
//
// Everything here is pure and runs in our own process: no candidate's equality
// is ever asked. A not-a-number equals nothing unless a task compares bytes, and
// the package never guesses a tolerance from the data.
package compare
