package main

import (
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
)

// dataFlag is where a verb reads figures from.
type dataFlag struct {
	Data string `help:"Folder of bundles, or a site. Default: the figures that come with isofront." placeholder:"DIR"`
}

// selection is the flags of the verbs that compare series.
type selection struct {
	dataFlag
	command.Selection
}

func (s *selection) engine() (*query.Engine, error) { return s.open(&s.Selection) }

// open opens the data and the one bundle that a selection needs.
func (d *dataFlag) open(s *command.Selection) (*query.Engine, error) {
	return d.openFor(s, func(*data.Index) {})
}

// openFor is open where the index may say what the selection leaves out: name is
// called with it where that would be an error.
func (d *dataFlag) openFor(s *command.Selection, name func(*data.Index)) (*query.Engine, error) {
	source, err := openData(d.Data)
	if err != nil {
		return nil, plain(err)
	}
	e := query.New()
	if err := source.open(e, source.index); err != nil {
		return nil, err
	}
	ref, err := e.Resolve(s.Model, s.Workload)
	if err != nil && (s.Model == "" || s.Workload == "") {
		name(e.Index())
		ref, err = e.Resolve(s.Model, s.Workload)
	}
	if err != nil {
		return nil, err
	}
	return e, source.open(e, ref.File)
}
