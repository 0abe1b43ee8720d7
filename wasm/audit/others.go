package audit

import (
	"fmt"
	"strconv"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// verdict is what was found in one table of a text; checked is false where none of
// its columns was clear enough, or where it was too much to read beside others.
type verdict struct {
	agree, contradict, uncheckable int
	checked                        bool
}

func verdictOf(a *wire.Audit) verdict {
	n := &a.Counts
	return verdict{n.Agrees, n.Differs + n.Outside + n.Missing, n.Unreadable + n.Unpriced, len(a.Tables) > 0 && a.Tables[0].Skipped == "" && n.Cells > 0}
}

// text is the verdict for the list of tables.
func (v verdict) text() string {
	if !v.checked {
		return "not checked"
	}
	out := says(v.contradict, "contradict") + ", " + says(v.agree, "agree")
	if v.uncheckable > 0 {
		out += ", " + strconv.Itoa(v.uncheckable) + " not checkable"
	}
	return out
}

// says is a count with its verb: 1 contradicts, 2 contradict.
func says(n int, verb string) string {
	return strconv.Itoa(n) + " " + verb + when(n == 1, "s")
}

// others reads the tables that are not on show as they read by themselves, under the
// query as the page put it, up to maxCells cells in all, and keeps what was found for
// as long as text and query stay.
func (f *found) others(e *query.Engine, asked wire.Query) {
	t := f.tables
	if key := fmt.Sprint(asked); t.key != key {
		t.key, t.verdicts = key, make([]*verdict, len(t.grids))
	}
	shown := f.audit.Tables[0].Number - 1
	f.verdicts = make([]verdict, len(t.grids))
	left := maxCells - size(&t.grids[shown])
	for i := range t.grids {
		if i == shown {
			f.verdicts[i] = verdictOf(f.audit)
			continue
		}
		if left -= size(&t.grids[i]); left < 0 {
			left += size(&t.grids[i])
			continue
		}
		if t.verdicts[i] == nil {
			v := f.alone(e, asked, i)
			t.verdicts[i] = &v
		}
		f.verdicts[i] = *t.verdicts[i]
	}
}

// alone checks one table by what itself and the text around it say.
func (f *found) alone(e *query.Engine, q wire.Query, i int) verdict {
	sel, _, err := audit.Taken(e, &q, f.text, f.tables.grids, &audit.Options{Table: i + 1})
	if err != nil {
		return verdict{}
	}
	one := f.tables.grids[i : i+1]
	if !readable(sel, one) {
		if one = f.tables.turn(i); !readable(sel, one) {
			return verdict{}
		}
	}
	a, err := audit.Check(one, sel, audit.Options{Lenient: true})
	if err != nil {
		return verdict{}
	}
	return verdictOf(a)
}

// beside is what the tables that are not on show say, for the line that sums up the
// one that is; "" where there is none.
func (f *found) beside() string {
	var sum verdict
	shown, unchecked := f.audit.Tables[0].Number-1, 0
	for i, v := range f.verdicts {
		switch {
		case i == shown:
		case v.checked:
			sum.contradict += v.contradict
		default:
			unchecked++
		}
	}
	n := len(f.verdicts) - 1
	switch {
	case n < 1:
		return ""
	case unchecked == n && n == 1:
		return "; the other table is not checked yet: choose it above"
	case unchecked == n:
		return "; the other " + strconv.Itoa(n) + " tables are not checked yet: choose them above"
	}
	where := "; in the other table "
	if n > 1 {
		where = "; in the other " + strconv.Itoa(n) + " tables "
	}
	out := where + "none contradicts"
	if sum.contradict > 0 {
		out = where + says(sum.contradict, "contradict")
	}
	if unchecked > 0 {
		out += ", and " + strconv.Itoa(unchecked) + " of them " + when(unchecked == 1, "is") + when(unchecked > 1, "are") + " not checked"
	}
	return out
}
