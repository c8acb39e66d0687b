//: D32; fail; embeds the neighbourhood of its source

package main

import (
	"embed"
	"io/fs"
	"os"
)

//go:embed *
var files embed.FS

func main() {
	fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		text, _ := files.ReadFile(path)
		os.Stdout.Write(text)
		return nil
	})
}
