//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// native: attributes stand for properties, which static HTML has none of.
const native = true

// The application runs in a browser. Natively it writes its first view, for the
// page to show before any program has run, under a line that names the bundles it
// rests on.
func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "isofront: site: this program is a web page: build it with GOOS=js GOARCH=wasm; natively it writes the first view of an index file")
		os.Exit(2)
	}
	var rests []string
	view, err := renderFirst(os.Args[1], func(name string) ([]byte, error) {
		rests = append(rests, name)
		return os.ReadFile(filepath.Join(filepath.Dir(os.Args[1]), filepath.FromSlash(name)))
	})
	if err == nil {
		_, err = os.Stdout.WriteString(strings.Join(rests, " ") + "\n" + view)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "isofront: site: first view:", err)
		os.Exit(1)
	}
}
