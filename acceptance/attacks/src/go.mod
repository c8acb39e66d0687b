// This module keeps the go command away from the attacks: they are data, and
// hostile.
module attacks

go 1.26
