package audit

import (
	"fmt"
	"maps"
	"math"

	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// figures are the prices and powers that one table says it was computed with: the
// author's own, and those of the sheet that it names.
type figures struct{ own, listed said }

// of is what a table was computed with of prices or of powers: the author's own before
// the sheet's.
func (f *figures) of(kind func(*said) map[string]float64) map[string]float64 {
	out := maps.Clone(kind(&f.listed))
	if out == nil {
		out = map[string]float64{}
	}
	maps.Copy(out, kind(&f.own))
	return out
}

var kinds = []func(*said) map[string]float64{
	func(s *said) map[string]float64 { return s.prices },
	func(s *said) map[string]float64 { return s.powers },
}

// into puts them into a query; those of a sheet not where somebody chose another.
func (f *figures) into(q *wire.Query, sel *query.Selection, chosen bool) (own, listed ownFigures) {
	own = asOwn(q, sel, "own ", f.own)
	if !chosen {
		listed = asOwn(q, sel, "", f.listed)
	}
	return own, listed
}

// figuresOfAll reports whether one query can hold the figures of all tables, and puts
// them together in the first: none of two tables says another of one kind of hardware,
// and none is silent, as one that is not isofront's, which no note of others is about.
func (t *stated) figuresOfAll() bool {
	for _, kind := range kinds {
		all, some := map[string]float64{}, false
		for i := range t.figures {
			f := t.figures[i].of(kind)
			some = some || len(f) > 0
			for hardware, v := range f {
				if was, there := all[hardware]; there && was != v && !(math.IsNaN(was) && math.IsNaN(v)) {
					return false
				}
				all[hardware] = v
			}
		}
		for i := range t.figures {
			if some && len(t.figures[i].own.prices)+len(t.figures[i].own.powers)+len(t.figures[i].listed.prices)+len(t.figures[i].listed.powers) == 0 {
				return false
			}
		}
	}
	if len(t.figures) == 0 {
		t.figures = make([]figures, 1)
	}
	for i := range t.figures[1:] {
		t.figures[0].own.add(t.figures[1+i].own)
		t.figures[0].listed.add(t.figures[1+i].listed)
	}
	return true
}

// figuresOfEach selects for each table that says its figures with those, by its number,
// first of the first one; nothing for one whose figures are those of the selection of all.
func (t *stated) figuresOfEach(e *query.Engine, q *wire.Query, sel *query.Selection, chosen bool, first int) (each map[int]*query.Selection, own, listed ownFigures, err error) {
	each = map[int]*query.Selection{}
	same := map[string]*query.Selection{}
	for i := range t.figures {
		ask := *q
		o, l := t.figures[i].into(&ask, sel, chosen)
		for _, x := range []struct{ to, from *ownFigures }{{&own, &o}, {&listed, &l}} {
			for _, w := range x.from.words {
				x.to.words = append(x.to.words, fmt.Sprintf("%s for table %d", w, first+i))
			}
			for _, w := range x.from.unlike {
				x.to.unlike = append(x.to.unlike, fmt.Sprintf("%s for table %d", w, first+i))
			}
		}
		if len(o.words)+len(l.words) == 0 {
			continue
		}
		key := fmt.Sprint(o.words, l.words)
		if same[key] == nil {
			if same[key], err = e.Select(&ask); err != nil {
				return nil, own, listed, err
			}
		}
		each[first+i] = same[key]
	}
	return each, own, listed, nil
}
