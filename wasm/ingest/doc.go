// Package ingest is what ingest.wasm exports: the importers behind a small C-style interface
// on linear memory, for files that a reader drops on the page. A host feeds a
// file piece by piece and gets a msgpack reply; there is no syscall/js.
//
// It decides what a file is, by its content, and what the page is told of it:
// the report on its requests with the text that shows it, operating points as
// packed bundles, or why it is neither. No input is a reason to trap: a fault is
// a reply too.
package ingest

//go:generate go tool msgp -io=false -tests=false -o reply_gen.go -file reply.go
