package data

import "github.com/isofront/isofront/core/order"

// Origin is how much of a bundle comes from one source: the id that its rows
// name ("" for rows that name none), their number, and the dates measured ("" when
// none is known).
type Origin struct {
	Source      string
	Points      int
	First, Last string
}

// origins counts the rows of a bundle by source, ascending by id.
func origins(b *Bundle) []Origin {
	at := map[string]*Origin{}
	for i := range b.rows {
		id := b.Source(i)
		o := at[id]
		if o == nil {
			o = &Origin{Source: id}
			at[id] = o
		}
		o.Points++
		if d := b.MeasuredOn(i); d != "" {
			if o.First == "" || d < o.First {
				o.First = d
			}
			o.Last = max(o.Last, d)
		}
	}
	out := make([]Origin, 0, len(at))
	for _, o := range at {
		out = append(out, *o)
	}
	order.Sort(out, func(i, j int) bool { return out[i].Source < out[j].Source })
	return out
}

// openOrigins checks the origins of a bundle of so many rows. None at all is an
// index from before they were kept; else every row has its origin.
func openOrigins(list []originBody, rows uint32) (out []Origin, ok bool) {
	sum := uint64(0)
	for i, o := range list {
		if i > 0 && o.Source <= list[i-1].Source || o.Points == 0 || UnsoundText(o.Source) != "" || o.First > o.Last ||
			o.First != "" && !ValidDate(o.First) || o.Last != "" && !ValidDate(o.Last) {
			return nil, false
		}
		sum += uint64(o.Points)
		out = append(out, Origin{o.Source, int(o.Points), o.First, o.Last})
	}
	return out, len(list) == 0 || sum == uint64(rows)
}
