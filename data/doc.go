// Package data holds what isofront knows about benchmark results at rest: the
// operating point, the columnar msgpack bundles it is kept in, and the index
// that lists them. FORMAT.md says in words what is on disk.
//
// It decides what a valid file is and refuses everything else with an error:
// reading never panics, never allocates more than a small multiple of the
// bytes received, and a single flipped bit is found by the file's hash.
//
// The package keeps away from fmt, time and encoding/json, since it is linked
// into the WebAssembly modules.
package data

//go:generate go tool msgp -io=false -tests=false -unexported -o schema_gen.go -file schema.go
