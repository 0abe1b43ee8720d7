//go:build js && wasm

package main

import "errors"

// given is the packed file that the entry module has fetched, if any. A file
// that is not here is named in missing: the entry module fetches it and asks
// again, so that nothing waits in here.
type given struct {
	name    string
	file    []byte
	missing string
	madeUp  bool // nobody sees the answers
}

var errMissing = errors.New("not here yet")

func (g *given) read(name string) ([]byte, error) {
	if g.file == nil || name != g.name {
		g.missing = name
		return nil, errMissing
	}
	return g.file, nil
}
