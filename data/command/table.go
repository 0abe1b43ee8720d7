package command

import (
	"cmp"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Table is the options of the table command.
type Table struct {
	Selection
	Prices
	Targets  string   `help:"Where to read, in the axis's unit. Default: round values that all series reach, or else most." placeholder:"20,30,40"`
	Quantity []string `help:"throughput, cost, energy, tokens-per-dollar, throughput-per-mw." default:"throughput,cost" placeholder:"Q,Q"`
	Chain    string   `help:"Split a gain into steps, from the first series to the last." placeholder:"GLOB,GLOB,..."`
	Reach    string   `help:"strict, or at-least: targets slower than anything measured take the slowest point, marked." default:"strict" placeholder:"RULE"`
	Digits   *int     `help:"Significant digits of the values in markdown, html and latex, 1 to 15. Default: each quantity's own." placeholder:"N"`
	Format   string   `help:"markdown, csv, json, html, latex or embed: the <iso-table> tag of an article with the html inside." default:"markdown" placeholder:"FORMAT"`
	Sentence bool     `help:"Write the sentence that goes with the table instead: the largest ratio, the range, what is unreachable; text, whatever the format."`

	DataURL string `name:"data-url" help:"Address of the site that an embedded table reads its data from. Default: where its script lies." placeholder:"URL"`
	Theme   string `help:"Of an embedded table: auto, light or dark." default:"auto" placeholder:"THEME"`
}

// TableFormats are the values of a table's Format.
var TableFormats = []string{"markdown", "csv", "json", "html", "latex", "embed"}

// Query checks the options that need no data and forms the query.
func (t *Table) Query() (wire.Query, error) {
	q, err := t.Selection.Query(wire.VerbTable)
	if err != nil {
		return q, err
	}
	if !slices.Contains(TableFormats, t.Format) {
		return q, reject("format", t.Format, "want "+strings.Join(TableFormats, ", "))
	}
	if _, err := t.quantities(); err != nil {
		return q, err
	}
	if !slices.Contains(embed.Themes, t.Theme) {
		return q, reject("theme", t.Theme, "want "+strings.Join(embed.Themes, ", "))
	}
	if t.Digits != nil && (*t.Digits < 1 || *t.Digits > 15) {
		return q, &OptionError{"digits", strconv.Itoa(*t.Digits) + ": want 1 to 15"}
	}
	if q.Targets, err = Numbers("targets", t.Targets); err != nil {
		return q, err
	}
	q.Reach = t.Reach
	if err := t.Prices.Ask(&q); err != nil {
		return q, err
	}
	if t.Chain != "" {
		for _, glob := range strings.Split(t.Chain, ",") {
			q.Chain = append(q.Chain, strings.TrimSpace(glob))
		}
	}
	return q, nil
}

// quantities are those asked for, each once.
func (t *Table) quantities() ([]render.Quantity, error) {
	var out []render.Quantity
	for _, name := range t.Quantity {
		q := render.Quantity(strings.TrimSpace(name))
		if !slices.Contains(render.Quantities, q) {
			return nil, reject("quantity", name, "want throughput, cost, energy, tokens-per-dollar, throughput-per-mw")
		}
		if !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	if len(out) == 0 {
		return nil, reject("quantity", "", "want throughput, cost, energy, tokens-per-dollar, throughput-per-mw")
	}
	return out, nil
}

// Write answers a query that came from Query. The warnings are those that the
// format has no place for. A limit above 0 bounds the cells.
func (t *Table) Write(w io.Writer, e *query.Engine, q *wire.Query, limit int) (warnings []string, err error) {
	sel, err := e.Select(q)
	if err != nil {
		return nil, err
	}
	targets, series := cmp.Or(len(q.Targets), iso.MaxSuggested), len(sel.Series)+len(q.Chain)
	if limit > 0 && targets*series > limit {
		return nil, &OptionError{"targets", strconv.Itoa(targets) + " at " + strconv.Itoa(series) + " series: at most " +
			strconv.Itoa(limit) + " cells are answered; name fewer targets or the series"}
	}
	if err := sel.Form(q.Targets); err != nil {
		return nil, err
	}
	if t.Format == "json" && !t.Sentence {
		return nil, WriteJSON(w, sel.Wire())
	}
	if t.Format == "csv" || t.Sentence {
		warnings = slices.Concat(sel.Formed().Warnings, sel.Warnings)
	}
	if t.Format == "csv" && !t.Sentence && t.Chain != "" {
		warnings = append(warnings, "the steps of a chain have no place in a CSV: markdown, html, latex and json have them")
	}
	text, err := t.text(e, q, sel)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return warnings, err
}

// text is the formed table in any format but JSON.
func (t *Table) text(e *query.Engine, q *wire.Query, sel *query.Selection) (string, error) {
	quantities, err := t.quantities()
	if err != nil {
		return "", err
	}
	digits := 0 // each quantity's own
	if t.Digits != nil {
		digits = *t.Digits
	}
	sheet := sel.Render(quantities, digits)
	switch {
	case t.Sentence:
		return render.Sentence(sheet) + "\n", nil
	case t.Format == "csv":
		return render.CSV(sheet), nil
	case t.Format == "html":
		return render.HTML(sheet), nil
	case t.Format == "latex":
		return render.LaTeX(sheet), nil
	case t.Format == "embed":
		ref, err := e.Resolve(sel.Model, sel.Workload)
		if err != nil {
			return "", err
		}
		return (&embed.Tag{Address: t.DataURL, Hash: ref.SHA256, Asked: q, Selection: sel, Sheet: sheet, Theme: t.Theme}).HTML(), nil
	}
	return render.Markdown(sheet), nil
}
