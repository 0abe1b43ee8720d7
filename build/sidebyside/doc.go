// Package sidebyside compares, in one run, the speed of one iso table in native
// Go, in WebAssembly by Go and by TinyGo, in plain JavaScript and with d3-shape.
// See BENCH.txt for the last run; make bench makes it anew.
package sidebyside
