//go:build js && wasm && !tinygo && offline

package main

import (
	"os"

	// In one file the page's program holds the importers and the check of tables
	// as well: as modules of their own each would bring Go's runtime again.
	_ "github.com/isofront/isofront/wasm/audit"
	_ "github.com/isofront/isofront/wasm/ingest"
)

// main stays, since Go's functions end with it. An instance that is given a word
// is there for its exports, and shows no page.
func main() {
	if len(os.Args) < 2 {
		start()
	}
	select {}
}
