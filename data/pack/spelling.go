package pack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/isofront/isofront/data"
)

// spellings finds names that differ only in letter case: h100 and H100 are two
// series, and prices of one are none of the other. That may be meant, so it is
// a warning.
type spellings struct {
	first map[spelling]spelled // by the name in lower case
	all   map[spelling]bool
	found []string
	last  data.SeriesKey
	file  string
}

type spelling struct{ field, name string }

type spelled struct{ name, where string }

func newSpellings() *spellings {
	return &spellings{first: map[spelling]spelled{}, all: map[spelling]bool{}}
}

// point takes the names of a point.
func (s *spellings) point(p *data.Point, file string) {
	key := p.Key()
	if key == s.last && file == s.file {
		return
	}
	s.last, s.file = key, file
	for _, f := range [...]spelling{
		{"model", p.Model}, {"workload", p.Workload}, {"hardware", p.Hardware}, {"framework", p.Framework},
		{"precision", p.Precision}, {"spec_decoding", p.SpecDecoding},
	} {
		s.name(f, file)
	}
}

// name takes one name.
func (s *spellings) name(f spelling, where string) {
	if s.all[f] {
		return
	}
	s.all[f] = true
	low := spelling{f.field, strings.ToLower(f.name)}
	before, ok := s.first[low]
	if !ok {
		s.first[low] = spelled{f.name, where}
		return
	}
	s.found = append(s.found, fmt.Sprintf("%s: %q in %s and %q in %s differ only in letter case: they are kept apart", f.field, before.name, before.where, f.name, where))
}

// sheetDates warns of sheets of one date: a table uses one sheet, and of those
// the one whose source comes last.
func sheetDates(sheets []data.PriceSheet) (out []string) {
	sheets = slices.Clone(sheets)
	slices.SortFunc(sheets, func(a, b data.PriceSheet) int {
		return cmp.Or(cmp.Compare(a.AsOf, b.AsOf), cmp.Compare(a.Source, b.Source))
	})
	for i, a := range sheets[:max(0, len(sheets)-1)] {
		if b := sheets[i+1]; a.AsOf == b.AsOf {
			out = append(out, fmt.Sprintf("prices: two sheets of %s: tables use that of %q, not that of %q; give one of them another date or leave it out", a.AsOf, b.Source, a.Source))
		}
	}
	return out
}
