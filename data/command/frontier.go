package command

import (
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Frontier is the options of the frontier command.
type Frontier struct {
	Selection
	Format string `help:"csv (operating points, as pack reads them), json or html." default:"csv" placeholder:"FORMAT"`
}

// FrontierFormats are the values of a frontier's Format.
var FrontierFormats = []string{"csv", "json", "html"}

// Query checks the options that need no data and forms the query.
func (f *Frontier) Query() (wire.Query, error) {
	q, err := f.Selection.Query(wire.VerbFrontier)
	if err != nil {
		return q, err
	}
	if !slices.Contains(FrontierFormats, f.Format) {
		return q, reject("format", f.Format, "want csv, json or html")
	}
	return q, nil
}

// Write answers a query that came from Query. The warnings are those that the
// format has no place for. A limit above 0 bounds the knots.
func (f *Frontier) Write(w io.Writer, e *query.Engine, q *wire.Query, limit int) (warnings []string, err error) {
	sel, err := e.Select(q)
	if err != nil {
		return nil, err
	}
	knots := 0
	for _, x := range sel.Frontiers() {
		knots += len(x.Knots)
	}
	if limit > 0 && knots > limit {
		return nil, &OptionError{"series", strconv.Itoa(knots) + " knots: at most " + strconv.Itoa(limit) + " are answered; name the series"}
	}
	switch f.Format {
	case "json":
		return nil, WriteJSON(w, sel.WireFrontier())
	case "html":
		_, err := io.WriteString(w, frontierHTML(sel.WireFrontier(), e.Index().Sources))
		return nil, err
	}
	warnings = slices.Clone(sel.Warnings)
	for i, x := range sel.Frontiers() {
		warnings = append(warnings, leftOut(sel.Series[i].Name, len(sel.Series[i].Points), x.Ineligible)...)
	}
	return warnings, importer.WriteOperatingPoints(w, sel.Knots())
}

// leftOut says which points of a series are not on any frontier, and why.
func leftOut(name string, points int, ineligible map[string]int) (out []string) {
	reasons := make([]string, 0, len(ineligible))
	for reason := range ineligible {
		reasons = append(reasons, reason)
	}
	sort.Strings(reasons)
	for _, reason := range reasons {
		out = append(out, strings.Join([]string{name, ": ", strconv.Itoa(ineligible[reason]), " of ", strconv.Itoa(points), " points left out: ", reason}, ""))
	}
	return out
}
