//go:build (wasm || tinygo.wasm) && !gc.leaking

package main

// collect does nothing where the runtime collects garbage by itself.
func collect() {}
