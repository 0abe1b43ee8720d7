//go:build wasm || tinygo.wasm

// Command module is the kernel as WebAssembly, by either compiler, for benchmarks.
package main

import (
	"unsafe"

	"github.com/isofront/isofront/build/sidebyside/kernel"
)

var (
	in, out []float64
	task    *kernel.Task
)

// kernel_room gives the address for n numbers of the next task.
//
//go:wasmexport kernel_room
func room(n uint32) uint32 {
	in = make([]float64, n+1) // room for none would have no address
	at := addressOf(in)
	in = in[:n]
	return at
}

// kernel_take reads the task in the room; 0 is one that is not of its form.
//
//go:wasmexport kernel_take
func take() uint32 {
	if task = kernel.Take(in); task == nil {
		return 0
	}
	return 1
}

// kernel_run answers the task that was taken: the address of the numbers.
//
//go:wasmexport kernel_run
func run() uint32 {
	collect()
	out = append(task.Numbers(out[:0]), 0)
	return addressOf(out)
}

// kernel_curves is kernel_run for throughputs alone.
//
//go:wasmexport kernel_curves
func curves() uint32 {
	collect()
	out = append(task.Curves(out[:0]), 0)
	return addressOf(out)
}

func addressOf(v []float64) uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(v)))) }

func main() {}
