// Package query answers wire queries from opened bundles. It decides which
// rows form a series, which snapshot and price sheet apply, and what the reply
// says; the mathematics is core's. The command line and the WebAssembly module
// run the same engine, so their answers are the same.
package query

import (
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// Engine holds one index and the bundles opened so far. The zero value is not
// usable; call New. It is not safe for concurrent use.
type Engine struct {
	index   *data.Index
	sheets  []cost.Sheet // the index's, as core reads them
	bundles map[place]*data.Bundle

	last *kept // nil before the first query

	overlays map[place][]overlay // what a reader's files add
	merged   map[place]*data.Bundle
	lay      func(at place) error // puts overlays over the opened bundle; nil before the first
}

// place is a model and a workload as one text.
type place string

func placeOf(model, workload string) place { return place(model + "\x00" + workload) }

// New returns an engine with nothing opened.
func New() *Engine { return &Engine{bundles: map[place]*data.Bundle{}} }

// Fault is an error with its kind: whether the query or the data is at fault.
type Fault struct {
	Kind    string // KindUsage or KindData
	Message string
}

// Kinds of Fault.
const (
	KindUsage = "usage"
	KindData  = "data"
)

func (f *Fault) Error() string { return f.Message }

// usageError says, in parts that are joined, what is wrong with a query.
func usageError(parts ...string) error { return &Fault{KindUsage, strings.Join(parts, "")} }

func dataError(parts ...string) error { return &Fault{KindData, strings.Join(parts, "")} }

// Open takes in a file: the index, or a points bundle. A bundle replaces an
// opened one of the same model and workload; when an index is open that names
// another hash for it, it is refused.
func (e *Engine) Open(file []byte) (wire.Opened, error) {
	_, index, b, err := data.OpenFile(file)
	if err != nil {
		return wire.Opened{}, dataError(err.Error())
	}
	if index != nil {
		e.index, e.sheets = index, sheets(index)
		return wire.Opened{Kind: "index", Rows: len(index.Bundles), SHA256: index.SHA256}, nil
	}
	if e.index != nil {
		for _, ref := range e.index.Bundles {
			if ref.Model == b.Model() && ref.Workload == b.Workload() && ref.SHA256 != b.SHA256() {
				return wire.Opened{}, dataError(b.Model(), " ", b.Workload(), ": this bundle is not the one that the index names")
			}
		}
	}
	at := placeOf(b.Model(), b.Workload())
	e.bundles[at] = b
	if e.lay != nil {
		if err := e.lay(at); err != nil {
			return wire.Opened{}, dataError(err.Error())
		}
	}
	return wire.Opened{Kind: "points", Model: b.Model(), Workload: b.Workload(), Rows: b.Len(), SHA256: b.SHA256()}, nil
}

// Index is the opened index, nil before one is.
func (e *Engine) Index() *data.Index { return e.index }

// Resolve finds the bundle that a query's model and workload mean. Letter case
// does not matter; either may be left out when only one fits. The error lists
// what there is.
func (e *Engine) Resolve(model, workload string) (data.BundleEntry, error) {
	if e.index == nil {
		return data.BundleEntry{}, dataError("no index is open")
	}
	var fit []data.BundleEntry
	modelKnown := false
	for _, b := range e.index.Bundles {
		if model != "" && !words.Same(b.Model, model) {
			continue
		}
		modelKnown = true
		if workload == "" || words.Same(b.Workload, workload) {
			fit = append(fit, b)
		}
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case model != "" && !modelKnown:
		return data.BundleEntry{}, usageError("model ", words.Quote(model), ": not in this data; there are ", e.offers())
	case len(fit) == 0:
		return data.BundleEntry{}, usageError("workload ", words.Quote(workload), ": not in this data for that model; there are ", e.offers())
	}
	return data.BundleEntry{}, usageError("name a model and a workload; there are ", e.offers())
}

func (e *Engine) offers() string {
	var out []string
	for _, b := range e.index.Bundles {
		out = append(out, b.Model+" "+b.Workload)
	}
	return strings.Join(out, ", ")
}

// Loaded reports whether the bundle is open.
func (e *Engine) Loaded(ref data.BundleEntry) bool {
	return e.bundles[placeOf(ref.Model, ref.Workload)] != nil
}

func (e *Engine) bundle(q *wire.Query) (*data.Bundle, error) {
	ref, err := e.Resolve(q.Model, q.Workload)
	if err != nil {
		return nil, err
	}
	b := e.laid(placeOf(ref.Model, ref.Workload))
	if b == nil {
		return nil, dataError(ref.Model, " ", ref.Workload, ": the bundle ", ref.File, " is not open")
	}
	return b, nil
}

// Answer answers any query. A failure is a reply with its error.
func (e *Engine) Answer(q wire.Query) wire.Reply {
	switch q.Verb {
	case wire.VerbTable:
		sel, err := e.Table(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{Table: sel.Wire()}
	case wire.VerbFrontier:
		sel, err := e.Select(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{Frontier: sel.WireFrontier()}
	case wire.VerbChart:
		sel, err := e.Select(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{Chart: sel.WireChart()}
	case wire.VerbSolve:
		r, err := e.Solve(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{Solve: r}
	case wire.VerbBreakEven:
		r, err := e.BreakEven(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{BreakEven: r}
	case wire.VerbSheet:
		r, err := e.Sheet(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{Sheet: r}
	case wire.VerbText:
		r, err := e.Text(&q)
		if err != nil {
			return failed(err)
		}
		return wire.Reply{Text: r}
	case wire.VerbCatalogue:
		if e.index == nil {
			return failed(dataError("no index is open"))
		}
		return wire.Reply{Catalogue: catalogue(e.index)}
	}
	return failed(usageError("verb ", words.Quote(q.Verb), ": want table, frontier, chart, solve, break-even, sheet, text or catalogue"))
}

func failed(err error) wire.Reply {
	kind := KindData
	if f, ok := err.(*Fault); ok {
		kind = f.Kind
	}
	return wire.Reply{Error: &wire.Error{Kind: kind, Message: err.Error()}}
}

func sheets(x *data.Index) []cost.Sheet {
	out := make([]cost.Sheet, len(x.Sheets))
	for i, s := range x.Sheets {
		out[i] = cost.Sheet{AsOf: s.AsOf, Source: s.Source}
		for _, r := range s.Rows {
			out[i].Rows = append(out[i].Rows, cost.Row{Hardware: r.Hardware, Hyperscaler: r.Hyperscaler, Neocloud: r.Neocloud, Rental: r.Rental, AllInKw: r.AllInKw})
		}
	}
	return out
}
