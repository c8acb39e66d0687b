// This module keeps the go command away from the candidates' programs: they are
// data, and several of them are hostile.
module candidates

go 1.26
