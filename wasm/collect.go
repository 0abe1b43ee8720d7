//go:build (wasm || tinygo.wasm) && !gc.leaking

package main

import "runtime"

// largeFile is where collecting garbage first costs less than growing.
const largeFile = 1 << 20

// collect is told how large the file is that comes in a call. Linear memory never
// shrinks, so what a large file left behind is taken back before the next one
// asks for more.
func collect(coming uint32) {
	if coming > largeFile {
		runtime.GC()
	}
}
