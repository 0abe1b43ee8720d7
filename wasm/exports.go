//go:build wasm || tinygo.wasm

package main

import "github.com/isofront/isofront/data/query"

// The names carry a prefix because bare ones clash with libc's. Words are
// uint32 throughout: a uint64 would reach JavaScript as a BigInt.

// Made while the package initialises, since a reactor's main never runs.
var instance = newModule(query.New())

//go:wasmexport iso_abi
func isoABI() uint32 { return abiVersion }

//go:wasmexport iso_alloc
func isoAlloc(n uint32) uint32 { return uint32(instance.alloc(n)) }

//go:wasmexport iso_free
func isoFree(ptr uint32) { instance.free(uintptr(ptr)) }

//go:wasmexport iso_open
func isoOpen(ptr, n uint32) uint32 {
	collect(n)
	return uint32(instance.open(uintptr(ptr), n))
}

//go:wasmexport iso_query
func isoQuery(ptr, n uint32) uint32 {
	collect(0)
	return uint32(instance.query(uintptr(ptr), n))
}
