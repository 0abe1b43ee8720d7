package audit

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// mostRows bounds the rows on show, mostSet the columns that can be set, and
// mostListed what is listed one by one.
const (
	mostRows   = 400
	mostSet    = 40
	mostListed = 12
)

// text escapes what comes from a text or from data; all of it goes through here.
func text(s string) string { return html.EscapeString(s) }

// writer appends parts to a page's text.
type writer func(parts ...string)

func written() (*strings.Builder, writer) {
	var b strings.Builder
	return &b, func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
}

// html is what the page shows of a text: what its columns hold, for the reader
// to set, and the report.
func (f *found) html(e *query.Engine, findings bool) string {
	b, w := written()
	f.otherModel(w, e)
	f.columns(w)
	f.report(w, findings)
	return b.String()
}

// otherModel warns where the text names another model or workload of the data than
// what it is checked against, and offers that one.
func (f *found) otherModel(w writer, e *query.Engine) {
	offer := func(model, workload string) {
		place := model
		if workload != "" {
			place += ", " + workload
		}
		w(`<p class="notice" id="audit-other"><span>By its words the text is about `, text(place), `; it is checked against `, text(f.sel.Model), `, `, text(f.sel.Workload),
			`.</span> <button type="button" data-audit="place" data-model="`, text(model), `" data-workload="`, text(workload), `">Check against `, text(place), `</button></p>`)
	}
	one := []audit.Grid{*f.grid()}
	if place, ok := audit.Named(one, f.text, "", "", e.Index()); ok {
		if place.Model != f.sel.Model || place.Workload != f.sel.Workload {
			offer(place.Model, place.Workload)
		}
		return
	}
	lower := strings.ToLower(f.text)
	if !strings.Contains(lower, strings.ToLower(f.sel.Model)) {
		for _, b := range e.Index().Bundles {
			if b.Model != f.sel.Model && strings.Contains(lower, strings.ToLower(b.Model)) {
				offer(b.Model, "") // which of its workloads is not said
				return
			}
		}
	}
	// A workload alone is the shown model's.
	if place, ok := audit.Named(one, f.text, f.sel.Model, "", e.Index()); ok && place.Workload != f.sel.Workload {
		offer(place.Model, place.Workload)
	}
}

// remedies say what would have a table checked.
var remedies = map[string]string{
	wire.AuditByColumns: `Say below which column holds which system, or choose the table’s own model and workload above.`,
	wire.AuditByTarget:  `Say below which column holds the speeds or times.`,
	wire.AuditByPlace:   `Choose that model and workload above.`,
	wire.AuditByReading: `Choose that axis, percentile or kind of tokens above.`,
}

// columns is the form of what a table's columns hold. It is open where something
// has to be said.
func (f *found) columns(w writer) {
	t := &f.opened.Tables[0]
	checked, asked, unsaid := 0, 0, 0
	for i := range t.Columns {
		switch c := &t.Columns[i]; c.Role {
		case wire.AuditChecked:
			checked++
		case wire.AuditOpen:
			if asked++; c.Quantity == "" && !c.Ratio {
				unsaid++
			}
		}
	}
	open := ""
	if asked > 0 || checked == 0 {
		open = " open"
	}
	w(`<form class="card audit-columns" aria-labelledby="audit-columns-title">`)
	if len(f.grids) > 1 {
		w(`<div class="field audit-pick"><label for="audit-table">The text holds `, strconv.Itoa(len(f.grids)), ` tables</label><select id="audit-table" data-audit="table">`)
		for i := range f.grids {
			g := &f.grids[i]
			name := cmp.Or(g.Caption, strings.Join(g.Head, " | "), "a table")
			w(`<option value="`, strconv.Itoa(i+1), `"`, when(i+1 == t.Number, " selected"), `>`, strconv.Itoa(i+1), `. `, f.verdicts[i].text(), `: `, text(cut(name, 70)), ` (`, cmp.Or(g.Refused, plural(len(g.Rows), "row")), `)</option>`)
		}
		w(`</select></div>`)
	}
	if len(t.Columns) == 0 { // refused: there is nothing to set
		w(`<p class="note">This table is not checked: `, text(t.Skipped), `.</p></form>`)
		return
	}
	w(`<details data-key="columns"`, open, `><summary><h2 id="audit-columns-title">What the columns hold</h2> <span class="help">`, plural(checked, "column"), ` checked`)
	if asked > 0 {
		w(`, <b class="note">`, strconv.Itoa(asked), when(asked == 1, ` needs a choice`), when(asked > 1, ` need a choice`), `</b>`)
	}
	if n := len(t.Columns) - 1 - checked - asked; n > 0 {
		w(`, `, strconv.Itoa(n), ` left out`)
	}
	w(`</span></summary>`)
	w(`<label class="box"><input type="checkbox" id="audit-turned" data-audit="turned"`, when(f.turned, " checked"), `> its rows are systems and its heads are speeds: turn the table</label>`)
	if t.Layout == audit.Long {
		w(`<p class="help">Your table has one system and one target a line: it is laid out here by both. What is said of a cell names its place in your table.</p>`)
	}
	if t.Skipped != "" {
		w(`<p class="note">Nothing is checked yet: `, text(t.Skipped), `. `, remedies[t.Remedy], `</p>`)
	}
	if unsaid > 1 {
		w(`<div class="field audit-pick"><label for="audit-all">All that do not say what they hold, hold</label><select id="audit-all" data-audit="all"><option value="" selected disabled>Choose…</option>`)
		for _, q := range render.Quantities {
			w(`<option value="`, string(q), `">`, q.Name(), `, `, q.UnitOf(f.sel.Tokens), `</option>`)
		}
		w(`</select></div>`)
	}
	w(`<div class="scroll" role="region" aria-label="Columns" tabindex="0"><table class="audit-said"><thead><tr><th scope="col">`, when(f.turned, "Row"), when(!f.turned, "Column"), `</th><th scope="col">holds</th><th scope="col">as</th><th scope="col"><span class="sr">Note</span></th></tr></thead><tbody>`)
	for i := range t.Columns[:min(len(t.Columns), mostSet)] {
		f.column(w, &t.Columns[i])
	}
	w(`</tbody></table></div>`)
	if n := len(t.Columns); n > mostSet {
		w(`<p class="help">The first `, strconv.Itoa(mostSet), ` of `, strconv.Itoa(n), ` columns can be set here.</p>`)
	}
	w(`</details></form>`)
}

// column is the row of one column.
func (f *found) column(w writer, c *wire.AuditChoice) {
	n := strconv.Itoa(c.Column)
	head := c.Head
	if head == "" {
		head = "no head"
	}
	name, number := audit.ColumnText(f.grid().Layout, c.Column), n
	switch {
	case f.turned && c.Column == 1:
		number = ""
	case f.turned:
		number = strconv.Itoa(c.Column - 1)
	}
	w(`<tr data-role="`, c.Role, `"><th scope="row"><small>`, number, `</small> `, text(cut(head, 90)))
	if g := f.grid(); len(g.Rows) > 0 && g.Rows[0].Cells[c.Column-1] != "" {
		w(` <small>such as `, text(cut(g.Rows[0].Cells[c.Column-1], 30)), `</small>`)
	}
	w(`</th><td><select id="audit-c`, n, `" data-audit="column" data-column="`, n, `" aria-label="What `, name, ` holds"`)
	if c.Role == wire.AuditOpen {
		w(` aria-invalid="true" aria-describedby="audit-n`, n, `"`)
	}
	w(`>`)
	option := func(value, label string, on bool) {
		w(`<option value="`, text(value), `"`, when(on, " selected"), `>`, text(label), `</option>`)
	}
	unsaid := c.Role == wire.AuditOpen && c.Series == "" && !c.Ratio
	if unsaid {
		w(`<option value="" selected disabled>Choose…</option>`)
	}
	option("target", "Targets: "+f.sel.Axis.Name()+", "+f.sel.Axis.Unit(), c.Role == wire.AuditTarget)
	option("-", "Not to be checked", c.Role == wire.AuditLeftOut)
	option("ratio", "A ratio of two systems", c.Ratio)
	list := func(label string, names []string) {
		if len(names) == 0 {
			return
		}
		w(`<optgroup label="`, label, `">`)
		for _, s := range f.opened.Series {
			for _, name := range names {
				if s.Name == name {
					option(s.Name, s.Label, !c.Ratio && c.Role != wire.AuditLeftOut && s.Name == c.Series)
				}
			}
		}
		w(`</optgroup>`)
	}
	var rest []string
	could := map[string]bool{}
	for _, name := range c.Could {
		could[name] = true
	}
	for _, s := range f.opened.Series {
		if !could[s.Name] {
			rest = append(rest, s.Name)
		}
	}
	list("As its head could mean", c.Could)
	list("Systems", rest)
	w(`</select></td><td>`)
	if c.Role == wire.AuditChecked || c.Role == wire.AuditOpen {
		f.what(w, c, option)
	}
	w(`</td><td id="audit-n`, n, `" class="`, when(c.Role == wire.AuditOpen, "note"), when(c.Role != wire.AuditOpen, "help"), `">`)
	switch {
	case c.Role == wire.AuditOpen:
		w(text(c.Why), `: choose`)
	case c.Role == wire.AuditChecked && c.Proposed:
		w(`by its head`)
	case c.Role == wire.AuditChecked:
		w(`as you said`)
	default:
		w(text(c.Why))
	}
	if s := f.grid().Commas(c.Column - 1); s != "" && (c.Role == wire.AuditChecked || c.Role == wire.AuditTarget) {
		w(when(c.Role == wire.AuditChecked, `, `), `with decimal commas, as in `, text(cut(s, 30)))
	}
	w(`</td></tr>`)
}

// what is the select of what of its series a column holds, and of a ratio those of
// its two series.
func (f *found) what(w writer, c *wire.AuditChoice, option func(value, label string, on bool)) {
	n := strconv.Itoa(c.Column)
	open := func(id, field, label, value string) {
		w(`<select id="audit-`, id, n, `" data-audit="`, field, `" data-column="`, n, `" aria-label="`, label, audit.ColumnText(f.grid().Layout, c.Column), `"`, when(value == "", ` aria-invalid="true"`), `>`)
		if value == "" {
			w(`<option value="" selected disabled>Choose…</option>`)
		}
	}
	open("q", "quantity", "Quantity in ", c.Quantity)
	if !c.Ratio {
		for _, q := range render.Quantities {
			option(string(q), q.Name()+", "+q.UnitOf(f.sel.Tokens), string(q) == c.Quantity)
		}
		w(`</select>`)
		return
	}
	for i, q := range audit.Ratios {
		option(string(q), [...]string{"Ratio of throughput", "Ratio of throughput per dollar", "Ratio of tokens per joule"}[i], string(q) == c.Quantity)
	}
	w(`</select>`)
	for _, x := range []struct{ id, label, value string }{{"a", "What is compared in ", c.Series}, {"b", "What it is compared with in ", c.Over}} {
		w(when(x.id == "b", `<small>over</small>`))
		open(x.id, "quantity", x.label, x.value)
		for _, s := range f.opened.Series {
			option(s.Name, s.Label, s.Name == x.value)
		}
		w(`</select>`)
	}
}

func (f *found) cells() map[[2]int]int {
	out := map[[2]int]int{}
	for i := range f.audit.Tables[0].Cells {
		c := &f.audit.Tables[0].Cells[i]
		out[c.LaidOut] = i
	}
	return out
}

func when(on bool, s string) string {
	if on {
		return s
	}
	return ""
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// cut is a text of at most n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// grid is the table on show.
func (f *found) grid() *audit.Grid { return &f.grids[f.opened.Tables[0].Number-1] }
