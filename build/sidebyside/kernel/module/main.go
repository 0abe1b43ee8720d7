//go:build wasm || tinygo.wasm

// Command module is the kernel as WebAssembly, by either compiler, for benchmarks.
package main

import (
	"unsafe"

	"github.com/isofront/isofront/build/sidebyside/kernel"
)

var in, out []float64

// kernel_room gives the address for n numbers of the next task.
//
//go:wasmexport kernel_room
func room(n uint32) uint32 {
	in = make([]float64, n+1) // room for none would have no address
	at := addressOf(in)
	in = in[:n]
	return at
}

// kernel_run answers the task in the room: the address of the numbers.
//
//go:wasmexport kernel_run
func run() uint32 {
	collect()
	out = append(kernel.Numbers(in, out[:0]), 0)
	return addressOf(out)
}

func addressOf(v []float64) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(v)))) }

func main() {}
