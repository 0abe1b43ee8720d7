//go:build tinygo

package main

import _ "unsafe" // linkname

// main is never called: TinyGo builds a library, whose exports stay.
func main() {}

//go:wasmexport isofront_start
func exportStart() { start() }

// exportCollect collects garbage, which nothing else does: the script calls it
// when no other call is under way (build/website/betweencalls.go).
//
//go:wasmexport isofront_collect
func exportCollect() { collect() }

// exportResume runs the Go function that JavaScript called. TinyGo's runtime has
// it only together with goroutines.
//
//go:wasmexport resume
func exportResume() { handleEvent() }

//go:linkname handleEvent syscall/js.handleEvent
func handleEvent() bool
