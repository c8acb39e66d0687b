// Command steelyard weighs rollouts by running them.
package main

import (
	"context"
	"io"
	"os"

	"golang.org/x/term"

	"steelyard/internal/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), &cli.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv:   os.Getenv, //nolint:forbidigo // here the environment is handed to internal/cli
		Terminal: terminal,
	}))
}

// terminal reports whether a stream is a terminal, and how many columns it has.
func terminal(w io.Writer) (columns int, ok bool) {
	f, isFile := w.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0, false
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0, true
	}
	return columns, true
}
