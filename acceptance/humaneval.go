package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// problem is a line of the HumanEval file.
type problem struct {
	TaskID    string `json:"task_id"`
	Prompt    string `json:"prompt"`
	Canonical string `json:"canonical_solution"`
	Entry     string `json:"entry_point"`
}

func readHumanEval(path string) ([]problem, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	var out []problem
	for dec := json.NewDecoder(z); ; {
		var p problem
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return out, nil
		} else if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		out = append(out, p)
	}
}
