//go:build tinygo

package main

// main is never called: TinyGo builds a library, whose exports stay.
func main() {}

//go:wasmexport isofront_start
func exportStart() { start() }
