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
	at := placeOf(b.Model(), b.Workload())
	o := overlay{name: name, points: b.Points()}
	for i := range o.points {
		o.points[i].Official = false
	}
	if e.overlays == nil {
		e.overlays, e.merged = map[place][]overlay{}, map[place]*data.Bundle{}
		// Set here, so that a module that lays nothing over carries no encoder.
		e.lay = e.layOver
	}
	list := slices.DeleteFunc(slices.Clone(e.overlays[at]), func(x overlay) bool { return x.name == name })
	before := e.overlays[at]
	e.overlays[at] = append(list, o)
	if err := e.lay(at); err != nil {
		e.overlays[at] = before
		return wire.Opened{}, dataError(err.Error())
	}
	e.list(e.merged[at])
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
	at := placeOf(model, workload)
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
				return placeOf(b.Model, b.Workload) == at && b.File == OverlayPrefix+b.Model+" "+b.Workload
			})
		}
		_ = e.lay(at) // fewer points than were laid before
	}
}

// list puts a bundle that only overlays hold into the index.
func (e *Engine) list(b *data.Bundle) {
	if slices.ContainsFunc(e.index.Bundles, func(x data.BundleEntry) bool { return x.Model == b.Model() && x.Workload == b.Workload() }) {
		return
	}
	e.index.Bundles = append(slices.Clone(e.index.Bundles), data.Describe(b, OverlayPrefix+b.Model()+" "+b.Workload()))
}

// layOver forms the bundle of a place with what is laid over it.
func (e *Engine) layOver(at place) error {
	base, over := e.bundles[at], e.overlays[at]
	if len(over) == 0 {
		delete(e.merged, at)
		return nil
	}
	points := []data.Point{}
	if base != nil {
		points = base.Points()
	}
	before := len(points)
	for _, fresh := range e.fresh(at) {
		points = append(points, fresh...)
	}
	if base != nil && len(points) == before {
		e.merged[at] = base
		return nil
	}
	file, err := data.EncodePoints(points[0].Model, points[0].Workload, points)
	if err != nil {
		return err
	}
	_, _, b, err := data.OpenFile(file)
	if err != nil {
		return err
	}
	e.merged[at] = b
	return nil
}

// laid is the bundle of a place with what is laid over it; nil where there is
// neither.
func (e *Engine) laid(at place) *data.Bundle {
	if b := e.merged[at]; b != nil {
		return b
	}
	return e.bundles[at]
}

// Overlaid names the series that a file laid over a model and workload.
func (e *Engine) Overlaid(name, model, workload string) (out []string) {
	at := placeOf(model, workload)
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
