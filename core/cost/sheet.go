package cost

import (
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
)

// Basis is whose price of a GPU-hour is meant.
type Basis string

const (
	Hyperscaler Basis = "hyperscaler"
	Neocloud    Basis = "neocloud"
	Rental      Basis = "rental"
)

// Bases lists every Basis, the default first.
var Bases = []Basis{Hyperscaler, Neocloud, Rental}

// Sheet is one dated and cited price sheet. AsOf is YYYY-MM-DD.
type Sheet struct {
	AsOf   string
	Source string
	Rows   []Row
}

// Row holds what a sheet says of one kind of hardware: $/GPU-hour by basis and
// all-in kW per GPU, each absent where the sheet has none.
type Row struct {
	Hardware                      string
	Hyperscaler, Neocloud, Rental opt.Float
	AllInKw                       opt.Float
}

// Newest returns the newest sheet that is not later than asOf ("" for no
// bound), nil when there is none. Of two sheets of one date the later in the
// slice wins. ISO dates compare as text.
func Newest(sheets []Sheet, asOf string) *Sheet {
	var best *Sheet
	for i := range sheets {
		s := &sheets[i]
		if asOf != "" && s.AsOf > asOf {
			continue
		}
		if best == nil || s.AsOf >= best.AsOf {
			best = s
		}
	}
	return best
}

// Lookup returns the price on a basis and the all-in power of a kind of
// hardware; both absent when the sheet is nil or does not list it, and the price
// absent on an unknown basis. A row of the very name goes before one that only
// differs in letter case.
func (s *Sheet) Lookup(hardware string, basis Basis) (price, kw opt.Float) {
	if s == nil {
		return opt.Float{}, opt.Float{}
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, words.Same} {
		for i := range s.Rows {
			if same(s.Rows[i].Hardware, hardware) {
				return s.Rows[i].price(basis), s.Rows[i].AllInKw
			}
		}
	}
	return opt.Float{}, opt.Float{}
}

func (r *Row) price(basis Basis) opt.Float {
	switch basis {
	case Hyperscaler:
		return r.Hyperscaler
	case Neocloud:
		return r.Neocloud
	case Rental:
		return r.Rental
	}
	return opt.Float{}
}
