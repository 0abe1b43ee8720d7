package query

import (
	"slices"
	"strings"

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

// KindKnown is the kind of an opened bundle that was not laid over, since the
// index lists it.
const KindKnown = "known"

// Overlay lays a points bundle over the opened data under the name of the file
// it came from. Laying over a name again takes the place of what it held for the
// same model and workload. A bundle that the index lists, told by its hash, is
// passed over; of any other, rows that the opened data has are not drawn twice
// (Repeated). The index must be open.
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
	opened := wire.Opened{Kind: "points", Model: b.Model(), Workload: b.Workload(), Rows: b.Len(), SHA256: b.SHA256()}
	if slices.ContainsFunc(e.index.Bundles, func(x data.BundleEntry) bool {
		return x.SHA256 == b.SHA256() && !strings.HasPrefix(x.File, OverlayPrefix)
	}) {
		opened.Kind = KindKnown
		return opened, nil
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
	return opened, nil
}

// fresh are the points of each overlay of a place that the opened bundle does
// not have. Whether they are official does not count.
func (e *Engine) fresh(at place) [][]data.Point {
	have := map[data.Point]bool{}
	if base := e.bundles[at]; base != nil {
		for i := range base.Len() {
			p := base.Point(i)
			p.Official = false
			have[p] = true
		}
	}
	out := make([][]data.Point, len(e.overlays[at]))
	for k, o := range e.overlays[at] {
		for i := range o.points {
			if !have[o.points[i]] {
				out[k] = append(out[k], o.points[i])
			}
		}
	}
	return out
}

// Repeated counts the rows that a file laid over a model and workload, and those
// among them that the opened bundle has as they are and that are not drawn again.
func (e *Engine) Repeated(name, model, workload string) (repeated, rows int) {
	at := place{model, workload}
	fresh := e.fresh(at)
	for k, o := range e.overlays[at] {
		if o.name == name {
			rows += len(o.points)
			repeated += len(o.points) - len(fresh[k])
		}
	}
	return repeated, rows
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
	before := len(points)
	for _, fresh := range e.fresh(at) {
		points = append(points, fresh...)
	}
	if base != nil && len(points) == before {
		e.merged[at] = base
		return base, nil
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
	at := place{model, workload}
	for i, fresh := range e.fresh(at) {
		if e.overlays[at][i].name != name {
			continue
		}
		for k := range fresh {
			if k := fresh[k].Key().Name(); !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}
