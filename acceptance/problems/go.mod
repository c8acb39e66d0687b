// This module keeps the go command away from the submissions: they are data, one
// program a file, and many of them are wrong on purpose.
module submissions

go 1.26
