// Package tinygotest runs the tests of the core, and of the reading of messages,
// as TinyGo compiles them; what answers queries is tested as the module that it
// is, in package wasm. They take minutes to compile, so they are built with the
// tag tinygotest alone:
//
//	make test-tinygo
package tinygotest
