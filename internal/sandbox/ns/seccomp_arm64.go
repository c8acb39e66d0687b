package ns

import "golang.org/x/sys/unix"

const (
	auditArch     = unix.AUDIT_ARCH_AARCH64
	x32Bit        = 0
	lastKnownCall = 462 // mseal
)

// archDenied are calls that only this architecture has.
var archDenied []uint32 //nolint:gochecknoglobals // a table
