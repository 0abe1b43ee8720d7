package audit

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

// report is the published table with a verdict on each cell that was checked.
func (f *found) report(w writer, findings bool) {
	t, n := &f.audit.Tables[0], &f.audit.Counts
	if t.Skipped != "" {
		return
	}
	title := t.Caption
	if title == "" {
		title = "The table, checked"
	}
	w(`<section class="card audit-report" aria-labelledby="audit-title"><div class="card-head"><h2 id="audit-title">`, text(title), `</h2><div class="copy"><button type="button" data-audit="copy">Copy report as Markdown</button> <button type="button" data-audit="save">Save as CSV</button></div></div>`)
	w(`<p class="audit-summary" id="audit-summary" tabindex="-1"`, ` data-cells="`, strconv.Itoa(n.Cells), `" data-agree="`, strconv.Itoa(n.Agrees), `" data-contradict="`, strconv.Itoa(n.Differs+n.Outside+n.Missing),
		`" data-unreachable="`, strconv.Itoa(n.Unreachable), `" data-uncheckable="`, strconv.Itoa(n.Unreadable+n.Unpriced), `">`, text(audit.Summary(f.audit)+f.beside()), `.</p><p class="help">`)
	w(plural(n.Cells-n.Blank, "cell"), ` of `, plural(len(t.Columns), "column"), ` checked`)
	if k := len(t.Unchecked); k > 0 {
		w(`; `, plural(k, "column"), ` not checked`)
	}
	w(`. A cell agrees when the value by formula, at the printed number of digits, is what is printed. `, text(audit.Settings(f.audit)), `.</p>`)
	if f.turned {
		w(`<p class="help">The table is turned: each of its rows is a column here. What is said of a cell names its place in your table.</p>`)
	}
	for _, s := range f.taken {
		w(`<p class="help" data-taken>`, text(strings.ToUpper(s[:1])+s[1:]), `.</p>`)
	}
	warnings := f.audit.Warnings[len(f.taken):]
	if f.sheet != "" { // its warning is the last
		said, _, _ := strings.Cut(warnings[len(warnings)-1], " (")
		warnings = warnings[:len(warnings)-1]
		w(`<p class="notice" id="audit-sheet">`, text(strings.ToUpper(said[:1])+said[1:]), `: the table may be of that time. <button type="button" data-audit="sheet" data-sheet="`, text(f.sheet), `">Check with that sheet</button></p>`)
	}
	f.identities(w, t)
	if len(warnings) > 0 {
		w(`<details data-key="warnings" class="audit-warnings"><summary>`, plural(len(warnings), "remark"), ` on the data</summary><ul>`)
		for i, s := range warnings {
			if i == mostListed {
				w(`<li>and `, strconv.Itoa(len(warnings)-i), ` more</li>`)
				break
			}
			w(`<li>`, text(s), `</li>`)
		}
		w(`</ul></details>`)
	}
	f.table(w, t, findings)
	w(`<p class="help audit-key"><b data-verdict="agrees">✓</b> agrees <b data-verdict="contradicts">✗</b> contradicts the measured points <b data-verdict="unreachable">∅</b> out of reach, and printed so <b data-verdict="not checkable">?</b> not checkable. A cell opens to the measured points it rests on. Without a mark: not checked.</p></section>`)
}

// identities lists the rows whose cost and throughput do not fit each other.
func (f *found) identities(w writer, t *wire.AuditTable) {
	if len(t.Identities) == 0 {
		return
	}
	broken, explained := audit.BrokenTexts(t, " "+f.sel.Axis.Unit())
	for i, list := range [][]string{broken, explained} {
		if len(list) == 0 {
			continue
		}
		w(`<div class="`, when(i == 0, `audit-breaks`), when(i == 1, `help`), `"><p><b>`, when(i == 0, `Cost × throughput is not the price`), when(i == 1, `Cost × throughput is the price of another sheet`), `</b>, whatever was measured:</p><ul>`)
		for k, s := range list {
			if k == mostListed {
				w(`<li>and `, strconv.Itoa(len(list)-k), ` more</li>`)
				break
			}
			w(`<li>`, text(s), `</li>`)
		}
		w(`</ul></div>`)
	}
}

// table is the published table, its first rows or those with a finding.
func (f *found) table(w writer, t *wire.AuditTable, findings bool) {
	g, at := f.grid(), f.cells()
	broken := map[[2]int]string{} // where costs stand that do not fit, with what is said of it
	for _, x := range t.Identities {
		said := ` <small class="note">cost × throughput ≠ price</small>`
		if x.Sheet != "" {
			said = ` <small>cost × throughput is the price of the sheet of ` + text(x.Sheet) + `</small>`
		}
		if at := [2]int{x.Row, x.CostColumn}; x.Sheet == "" || broken[at] == "" {
			broken[at] = said
		}
	}
	brokenRow := map[int]string{}
	var rows []int
	for r := range g.Rows {
		bad := false
		for k := range g.Head {
			if said := broken[g.Place(r+1, k+1)]; said != "" {
				if bad = true; len(brokenRow[r]) == 0 || strings.Contains(said, "≠") { // the worst
					brokenRow[r] = said
				}
			}
			if i, ok := at[[2]int{r + 1, k + 1}]; ok {
				bad = bad || audit.Finding(t.Cells[i].State)
			}
		}
		if bad || !findings {
			rows = append(rows, r)
		}
	}
	w(`<label class="box"><input type="checkbox" id="audit-findings" data-audit="findings"`, when(findings, " checked"), `> only rows with a finding</label>`)
	if len(rows) > mostRows {
		w(`<p class="help" id="audit-cut">`, strconv.Itoa(mostRows), ` of `, plural(len(rows), "row"), ` are shown; the counts and the files hold all.</p>`)
		rows = rows[:mostRows]
	}
	w(`<div class="scroll" role="region" aria-label="The table, cell by cell" tabindex="0"><table class="audit-table" data-table="`, strconv.Itoa(t.Number), `"><caption>`, text(audit.Settings(f.audit)), `</caption><thead><tr>`)
	f.heads(w, t)
	w(`</tr></thead><tbody>`)
	for _, r := range rows {
		w(`<tr data-row="`, strconv.Itoa(r+1), `">`)
		if g.Rows[r].Merged {
			w(`<th class="unchecked" colspan="`, strconv.Itoa(len(g.Head)), `"><small>`, text(g.Rows[r].Cells[0]), `</small></th></tr>`)
			continue
		}
		for k, cell := range g.Rows[r].Cells {
			if k+1 == t.TargetColumn {
				w(`<th scope="row">`, text(cell), brokenRow[r], `</th>`)
				continue
			}
			if i, ok := at[[2]int{r + 1, k + 1}]; ok {
				f.shown(w, &t.Cells[i], i)
				continue
			}
			w(`<td class="unchecked">`, text(cell), `</td>`)
		}
		w(`</tr>`)
	}
	if len(rows) == 0 {
		w(`<tr><td colspan="`, strconv.Itoa(len(g.Head)), `">No row has a finding.</td></tr>`)
	}
	w(`</tbody></table></div>`)
}

// heads are the published heads with what was made of them.
func (f *found) heads(w writer, t *wire.AuditTable) {
	columns, why := map[int]*wire.AuditColumn{}, map[int]string{}
	for i := range t.Columns {
		columns[t.Columns[i].Column] = &t.Columns[i]
	}
	for _, s := range t.Unchecked {
		why[s.Column] = s.Why
	}
	for k, head := range f.grid().Head {
		w(`<th scope="col">`, text(head))
		if c := columns[k+1]; c != nil {
			w(`<small>`, text(f.label(c.Series)))
			if c.Over != "" {
				w(` over `, text(f.label(c.Over)))
			}
			w(`</small>`)
		} else if s := why[k+1]; s != "" {
			w(`<small>not checked: `, text(s), `</small>`)
		}
		w(`</th>`)
	}
}

func (f *found) label(series string) string {
	for _, s := range f.opened.Series {
		if s.Name == series {
			return s.Label
		}
	}
	return series
}

// shown is one checked cell: its text as printed, the verdict, and beneath it
// what the measured points give where that is not what is printed.
func (f *found) shown(w writer, c *wire.AuditCell, i int) {
	verdict := audit.Verdict(c.State)
	if verdict == "" {
		w(`<td></td>`)
		return
	}
	w(`<td data-state="`, c.State, `" data-verdict="`, verdict, `"`)
	if audit.Near(c) {
		w(` data-near`)
	}
	if c.Expected != nil {
		w(` data-value="`, strconv.FormatFloat(*c.Expected, 'g', 12, 64), `"`)
	}
	w(`><button type="button" data-cell="`, strconv.Itoa(i), `" aria-expanded="false"><span><b aria-hidden="true">`, audit.Mark(verdict), `</b> `, text(cut(c.Text, 60)), `</span><span class="sr">, `, verdict, `</span>`)
	switch {
	case c.State == wire.AuditOutside && c.Published == nil: // where the points end is said wrong
		w(`<small>`, text(cut(c.Why, 70)), `</small>`)
	case c.State == wire.AuditOutside:
		w(`<small>points: out of reach</small>`)
	case verdict == "contradicts" && c.Expected != nil:
		w(`<small>points: `, when(c.Directional, "~"), text(audit.Telling(c)), `</small>`)
		if c.Relative != nil && !audit.Near(c) {
			w(`<small>off by `, percent(*c.Relative), `</small>`)
		}
	case verdict == "not checkable":
		w(`<small>`, text(cut(c.Why, 70)), `</small>`)
	}
	w(`</button></td>`)
}
