//: B13; fail; runs programs of its choice at compile time

package main

// #cgo CFLAGS: -fplugin=/tmp/plugin.so -wrapper,/bin/sh,-c,true
// #include <stdlib.h>
import "C"

func main() {
	C.exit(0)
}
