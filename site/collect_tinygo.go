//go:build tinygo && !gc.leaking

package main

// collect: under TinyGo's own runtime garbage is collected during calls.
func collect() {}
