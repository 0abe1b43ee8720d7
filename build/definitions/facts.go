package definitions

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/interp"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// facts reads the figures that ship with isofront. A text that names a series
// they do not hold is not built.
type facts struct{ engine *query.Engine }

func newFacts() (*facts, error) {
	files, report, err := pack.Shipped()
	if err != nil {
		return nil, fmt.Errorf("definitions: %w", err)
	}
	f := &facts{query.New()}
	for _, name := range append([]string{report.Index}, bundleNames(report)...) {
		if _, err := f.engine.Open(files[name]); err != nil {
			return nil, fmt.Errorf("definitions: %s: %w", name, err)
		}
	}
	return f, nil
}

func bundleNames(r *pack.Report) (out []string) {
	for _, b := range r.Bundles {
		out = append(out, b.File)
	}
	return out
}

func (f *facts) funcs() template.FuncMap {
	return template.FuncMap{"value": f.value, "fastest": f.fastest, "splined": f.splined, "knots": f.knots, "price": f.price, "lower": f.lower}
}

// at reads one series at a target. hash is an address of the page: its keys m,
// w, axis and date count.
func (f *facts) at(hash, series string, target float64) (*iso.Row, error) {
	keys := Keys(hash)
	q := wire.Query{Verb: wire.VerbTable, Model: keys["m"], Workload: keys["w"], Axis: keys["axis"], PricesAsOf: keys["date"], Series: []string{series}, Targets: []float64{target}}
	if p := keys["p"]; p != "" {
		n, err := strconv.Atoi(p)
		if err != nil {
			return nil, fmt.Errorf("%s: p is no number", hash)
		}
		q.Percentile = n
	}
	sel, err := f.engine.Table(&q)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", hash, err)
	}
	if rows := sel.Formed().Rows; len(rows) == 1 {
		return &rows[0], nil
	}
	return nil, fmt.Errorf("%s: %s is more than one series", hash, series)
}

// value is a quantity of a series at a target as tables print it.
func (f *facts) value(hash, series string, target float64, quantity string) (string, error) {
	r, err := f.at(hash, series, target)
	if err != nil {
		return "", err
	}
	q := render.Quantity(quantity)
	if !slices.Contains(render.Quantities, q) {
		return "", fmt.Errorf("no quantity %q", quantity)
	}
	v, ok := q.Of(&r.Cells[0]).Get()
	if !ok {
		return "", fmt.Errorf("%s: %s has no %s at %v", hash, series, quantity, target)
	}
	return q.Format(v, 0), nil
}

// lower says by how many percent a series' throughput is lower at the second
// address than at the first.
func (f *facts) lower(first, second, series string, target float64) (string, error) {
	a, err := f.at(first, series, target)
	if err != nil {
		return "", err
	}
	b, err := f.at(second, series, target)
	if err != nil {
		return "", err
	}
	r, ok := cost.Ratio(b.Cells[0].Throughput(), a.Cells[0].Throughput()).Get()
	if !ok || r >= 1 {
		return "", fmt.Errorf("%s at %v is not lower at %s than at %s", series, target, second, first)
	}
	return render.Significant(100*(1-r), 2) + "%", nil
}

// fastest is where a series' frontier ends.
func (f *facts) fastest(hash, series string) (string, error) {
	r, err := f.at(hash, series, 1)
	if err != nil {
		return "", err
	}
	_, hi, ok := r.Frontier.Range()
	if !ok {
		return "", fmt.Errorf("%s: %s has no knots", hash, series)
	}
	return render.FormatTarget(hi), nil
}

// price is a series' price on the sheet of the address.
func (f *facts) price(hash, series string) (string, error) {
	r, err := f.at(hash, series, 1)
	if err != nil {
		return "", err
	}
	p, ok := r.Series.Price.Get()
	if !ok {
		return "", fmt.Errorf("%s: %s has no price", hash, series)
	}
	return render.FormatTarget(p), nil
}

// knots are a series' knots as a calculator takes them.
func (f *facts) knots(hash, series string) (string, error) {
	r, err := f.at(hash, series, 1)
	if err != nil {
		return "", err
	}
	var out []string
	for _, k := range r.Frontier.Knots {
		x, _ := r.Series.Points[k].X.Get()
		y, _ := r.Series.Points[k].Y.Get()
		out = append(out, render.FormatTarget(x)+":"+render.FormatTarget(y))
	}
	return strings.Join(out, ", "), nil
}

// splined is what a curve through the costs of a series' knots gives.
func (f *facts) splined(hash, series string, target float64) (string, error) {
	r, err := f.at(hash, series, target)
	if err != nil {
		return "", err
	}
	var xs, ys []float64
	for _, k := range r.Frontier.Knots {
		x, _ := r.Series.Points[k].X.Get()
		usd, ok := cost.UsdPerMtok(r.Series.Price, r.Series.Points[k].Y).Get()
		if !ok {
			return "", fmt.Errorf("%s: %s has no price", hash, series)
		}
		xs, ys = append(xs, x), append(ys, usd)
	}
	c, err := interp.Fit(xs, ys)
	if err != nil {
		return "", err
	}
	at, _ := c.At(target)
	v, ok := opt.Of(at.Y).Positive()
	if !ok {
		return "", fmt.Errorf("%s: %s is not reached at %v", hash, series, target)
	}
	return render.Cost.Format(v, 0), nil
}

// Keys reads an address of the page, whose values here need no unescaping.
func Keys(hash string) map[string]string {
	out := map[string]string{}
	for _, part := range strings.Split(hash, "&") {
		key, value, _ := strings.Cut(part, "=")
		out[key] = value
	}
	return out
}
