package cli

import (
	"fmt"
	"runtime"

	"steelyard"
	"steelyard/internal/guest"
)

type versionCmd struct{}

// Run prints the versions that rewards depend on.
func (versionCmd) Run(w *world) error {
	_, err := fmt.Fprintf(w.Stdout, "steelyard %s (%s, %s, %s/%s)\n", steelyard.Version, guest.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
