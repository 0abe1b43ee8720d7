// Command wasm is iso.wasm: the core and its bundles behind a small C-style
// interface on linear memory, for embeds, Node and tests. A host hands over
// msgpack and gets msgpack back; there is no syscall/js.
//
// It decides how a host's bytes become a query and who owns which memory. It
// refuses every message that is not a well-formed query with an error reply
// and keeps running: nothing a host sends is a reason to trap.
//
// The same source is meant to build with TinyGo, so the path of a query keeps
// clear of fmt, reflect and encoding/json, and takes int to be 32 bits wide.
package main

//go:generate go run ./wiregen -o host/wire.ts -roots Query,Reply ../data/wire

// main is never called: the module is a reactor, started by _initialize.
func main() {}
