//go:build js && wasm

package main

import (
	"errors"
	"syscall/js"
)

// given is the packed file that the entry module has fetched, if any. A file
// that is not here is named in missing: the entry module fetches it and asks
// again, so that nothing waits in here.
type given struct {
	name    string
	file    []byte
	missing string
}

var errMissing = errors.New("not here yet")

func (g *given) read(name string) ([]byte, error) {
	if g.file == nil || name != g.name {
		g.missing = name
		return nil, errMissing
	}
	return g.file, nil
}

// give takes in a file for the request that follows: give(name, bytes).
func (g *given) give(_ js.Value, args []js.Value) any {
	g.name, g.file = args[0].String(), make([]byte, args[1].Length())
	js.CopyBytesToGo(g.file, args[1])
	return nil
}
