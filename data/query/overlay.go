package query

import (
	"slices"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// overlay is what a reader's own files add to a model and workload. Its rows are
// unofficial, whatever the files say, so that they form series of their own.
type overlay struct {
	name   string // of the file
	points []data.Point
}

// OverlayPrefix begins the file names that entries of the catalogue have when
// only a reader's files hold such points.
const OverlayPrefix = "dropped:"

// Overlay lays a points bundle over the opened data under the name of the file
// it came from. Laying over a name again takes the place of what it held for the
// same model and workload. The index must be open.
func (e *Engine) Overlay(name string, file []byte) (wire.Opened, error) {
	if e.index == nil {
		return wire.Opened{}, dataError("no index is open")
	}
	_, index, b, err := data.OpenFile(file)
	switch {
	case err != nil:
		return wire.Opened{}, dataError(err.Error())
	case index != nil:
		return wire.Opened{}, dataError("an index holds no points to lay over")
	}
	at := place{b.Model(), b.Workload()}
	o := overlay{name: name, points: b.Points()}
	for i := range o.points {
		o.points[i].Official = false
	}
	if e.overlays == nil {
		e.overlays, e.merged = map[place][]overlay{}, map[place]*data.Bundle{}
	}
	list := slices.DeleteFunc(slices.Clone(e.overlays[at]), func(x overlay) bool { return x.name == name })
	before := e.overlays[at]
	e.overlays[at] = append(list, o)
	if _, err := e.lay(at); err != nil {
		e.overlays[at] = before
		return wire.Opened{}, dataError(err.Error())
	}
	e.list(at)
	return wire.Opened{Kind: "points", Model: b.Model(), Workload: b.Workload(), Rows: b.Len(), SHA256: b.SHA256()}, nil
}

// Lift takes away what was laid over under a name.
func (e *Engine) Lift(name string) {
	for at := range e.overlays {
		e.overlays[at] = slices.DeleteFunc(e.overlays[at], func(x overlay) bool { return x.name == name })
		if len(e.overlays[at]) == 0 {
			delete(e.overlays, at)
			e.index.Bundles = slices.DeleteFunc(slices.Clone(e.index.Bundles), func(b data.BundleEntry) bool {
				return b.Model == at.model && b.Workload == at.workload && b.File == OverlayPrefix+at.model+" "+at.workload
			})
		}
		delete(e.merged, at)
	}
}

// list puts a place that only overlays hold into the index.
func (e *Engine) list(at place) {
	if slices.ContainsFunc(e.index.Bundles, func(b data.BundleEntry) bool { return b.Model == at.model && b.Workload == at.workload }) {
		return
	}
	b, err := e.lay(at)
	if err != nil {
		return
	}
	e.index.Bundles = append(slices.Clone(e.index.Bundles), data.Describe(b, OverlayPrefix+at.model+" "+at.workload))
}

// lay is the opened bundle of a place with what is laid over it; nil where there
// is neither. It is formed once.
func (e *Engine) lay(at place) (*data.Bundle, error) {
	base, over := e.bundles[at], e.overlays[at]
	if len(over) == 0 {
		return base, nil
	}
	var points []data.Point
	if base != nil {
		points = base.Points()
	}
	for _, o := range over {
		points = append(points, o.points...)
	}
	file, err := data.EncodePoints(at.model, at.workload, points)
	if err != nil {
		return nil, err
	}
	_, _, b, err := data.OpenFile(file)
	if err != nil {
		return nil, err
	}
	e.merged[at] = b
	return b, nil
}

// laid is lay with what has been formed before.
func (e *Engine) laid(at place) *data.Bundle {
	if len(e.overlays[at]) == 0 {
		return e.bundles[at]
	}
	if b := e.merged[at]; b != nil {
		return b
	}
	b, err := e.lay(at)
	if err != nil {
		return e.bundles[at]
	}
	return b
}

// Overlaid names the series that a file laid over a model and workload.
func (e *Engine) Overlaid(name, model, workload string) (out []string) {
	for _, o := range e.overlays[place{model, workload}] {
		if o.name != name {
			continue
		}
		for i := range o.points {
			if k := o.points[i].Key().Name(); !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}
