// Package sidebyside compares, in one run, the speed of one iso table in native
// Go, in WebAssembly by Go and by TinyGo, in plain JavaScript and with d3-shape.
// make bench makes BENCH.txt anew.
package sidebyside

import _ "embed"

// Text is the last comparison, which says of when and where it is.
//
//go:embed BENCH.txt
var Text string
