package main

import (
	"errors"

	"github.com/isofront/isofront/data/wire"
)

type noEngine struct{}

func (noEngine) Open([]byte) (wire.Opened, error) { return wire.Opened{}, errors.New("no engine yet") }
func (noEngine) Answer(q wire.Query) wire.Reply {
	return wire.Reply{Catalogue: &wire.Catalogue{}}
}

func newEngine() engine { return noEngine{} }
