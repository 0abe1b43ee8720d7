//go:build !(js && wasm)

package main

import (
	"fmt"
	"os"
)

// The application runs in a browser; elsewhere only its tests do.
func main() {
	fmt.Fprintln(os.Stderr, "isofront: site: this program is a web page: build it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
