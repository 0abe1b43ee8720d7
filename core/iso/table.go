// Package iso reads several series at the same targets and compares them:
// iso-interactivity tables. It decides what a cell says; it refuses to say
// anything about a target that a series did not reach.
package iso

import (
	"errors"
	"math"
	"slices"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/order"
)

// Spec says which table is wanted. Baseline indexes the series, -1 for none.
// Chain indexes the series of a chain in order, nil for none.
type Spec struct {
	Axis      Axis
	Targets   []float64
	Baseline  int
	Chain     []int
	Reach     Reach
	NorthStar bool
}

// Table is series read at the same targets. Rows[i] belongs to the i-th series.
type Table struct {
	Spec     Spec
	Rows     []Row
	Chain    []Step
	Warnings []string
}

// Row is one series of a table, a cell per target.
type Row struct {
	Series   *Series
	Frontier *Frontier
	Cells    []Cell
}

// Cell is one series at one target. Derived values are absent where the state
// is not reachable or where a price or power is missing.
type Cell struct {
	Target         float64
	Reading        Reading
	UsdPerMtok     opt.Float
	TokensPerUsd   opt.Float
	JoulesPerToken opt.Float
	PerMW          opt.Float // tokens/s per MW
	Ratio          Ratio     // in state NoBaseline without one
}

// Throughput is the cell's tokens/s per GPU.
func (c *Cell) Throughput() opt.Float { return c.Reading.Y }

// Targets sorts targets and makes them distinct. Every one must be a finite
// number above 0; the error names the first that is not.
func Targets(targets []float64) ([]float64, error) {
	out := slices.Clone(targets)
	for _, t := range out {
		if math.IsNaN(t) || math.IsInf(t, 0) || t <= 0 {
			return nil, errors.New("iso: target " + digits.Text(t) + ": must be a number above 0")
		}
	}
	order.Floats(out)
	return slices.Compact(out), nil
}

// Make forms the table. Targets are used as Targets returns them; an index
// outside the series is an error.
func Make(series []Series, spec Spec) (*Table, error) {
	return MakeWith(series, BuildAll(series, spec.Axis, spec.NorthStar), spec)
}

// MakeWith is Make on frontiers already built of the same series, axis and rule.
func MakeWith(series []Series, frontiers []*Frontier, spec Spec) (*Table, error) {
	if len(frontiers) != len(series) {
		return nil, errors.New("iso: " + digits.Int(len(frontiers)) + " frontiers against " + digits.Int(len(series)) + " series")
	}
	targets, err := Targets(spec.Targets)
	if err != nil {
		return nil, err
	}
	spec.Targets = targets
	if spec.Baseline < -1 || spec.Baseline >= len(series) {
		return nil, noSeries("baseline", spec.Baseline, len(series))
	}
	for _, k := range spec.Chain {
		if k < 0 || k >= len(series) {
			return nil, noSeries("chain: series", k, len(series))
		}
	}
	t := &Table{Spec: spec, Rows: make([]Row, len(series))}
	n := len(targets)
	cells := make([]Cell, n*len(series)) // one piece of memory for all rows
	for i := range series {
		f, own := frontiers[i], cells[i*n:(i+1)*n:(i+1)*n]
		readInto(own, &series[i], f, targets, spec.Reach)
		t.Rows[i] = Row{Series: &series[i], Frontier: f, Cells: own}
	}
	if spec.Baseline >= 0 {
		base := &t.Rows[spec.Baseline]
		for i := range t.Rows {
			for j := range t.Rows[i].Cells {
				c := &t.Rows[i].Cells[j]
				c.Ratio = Compare(c, &base.Cells[j])
			}
		}
	}
	t.Chain = chain(t.Rows, spec.Chain, len(targets))
	t.Warnings = warnings(t.Rows)
	return t, nil
}

func noSeries(what string, k, n int) error {
	return errors.New("iso: " + what + " " + digits.Int(k) + ": there are " + digits.Int(n) + " series")
}

// ReadCells reads one frontier at ready targets and derives cost and energy
// from the throughput at each.
func ReadCells(s *Series, f *Frontier, targets []float64, reach Reach) []Cell {
	cells := make([]Cell, len(targets))
	readInto(cells, s, f, targets, reach)
	return cells
}

func readInto(cells []Cell, s *Series, f *Frontier, targets []float64, reach Reach) {
	for j, x := range targets {
		c := &cells[j]
		c.Target, c.Reading = x, f.At(x, reach)
		y := c.Reading.Y
		c.UsdPerMtok, c.TokensPerUsd = cost.UsdPerMtok(s.Price, y), cost.TokensPerUsd(s.Price, y)
		c.JoulesPerToken, c.PerMW = cost.JoulesPerToken(s.Kw, y), cost.TokensPerSecondPerMW(s.Kw, y)
	}
}

// SpreadDays is how far apart two measuring dates in one table may be before
// the table says so.
const SpreadDays = 30

func warnings(rows []Row) []string {
	type day struct {
		date string
		n    int
		ok   bool
	}
	at := func(date string) day {
		n, ok := Day(date)
		return day{date, n, ok}
	}
	firsts, lasts := make([]day, len(rows)), make([]day, len(rows))
	for i := range rows {
		if first, last, ok := rows[i].Series.Span(); ok {
			firsts[i], lasts[i] = at(first), at(last)
		}
	}
	worst, from, to := 0, "", ""
	for i, last := range lasts {
		for j, first := range firsts {
			if i != j && first.ok && last.ok && last.n-first.n > worst {
				worst, from, to = last.n-first.n, first.date, last.date
			}
		}
	}
	if worst <= SpreadDays {
		return nil
	}
	return []string{"series measured up to " + digits.Int(worst) + " days apart: " + from + " and " + to}
}
