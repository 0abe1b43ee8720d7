package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/query"
)

// dataHTML is the Data view: where every figure comes from, the files that hold
// them, and how to check, cite and keep them. It reads the opened index alone, so
// that it is there when a bundle is not. All text from data is escaped here.
func (a *app) dataHTML() string {
	x := a.engine.Index()
	if x == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(card("data-sources", "Sources") +
		`<p class="help">Every point names its source. A <b>published</b> source is one snapshot: its points never pool with another’s. A <b>rolling</b> one is measured again and again: the newest run of each configuration counts.</p>`)
	sourcesTable(&b, x)
	b.WriteString(`</section>` + card("data-files", "Files"))
	a.filesTable(&b, x)
	b.WriteString(`</section>` + card("data-prices", "Price sheets"))
	a.sheetTables(&b, x)
	b.WriteString(`</section>` + card("data-cite", "How to cite"))
	a.citations(&b, x)
	b.WriteString(`</section>` + card("data-keep", "Offline, and under which licence") + keepHTML + `</section>`)
	return b.String()
}

const keepHTML = `<ul class="help plain">` +
	`<li>With all files above in one folder, <code>isofront table --data FOLDER …</code> prints the same tables, and <code>isofront serve --data FOLDER</code> serves this page from them.</li>` +
	`<li>This site is a folder of static files: a copy of the folder is the whole of it.</li>` +
	`<li>isofront is under the Apache License 2.0. Figures are facts from the sources above, each under what its licence note says; their texts and pictures are not copied.</li></ul>`

// card opens a section with its heading.
func card(id, heading string) string {
	return `<section class="card" aria-labelledby="` + id + `"><h2 id="` + id + `">` + heading + `</h2>`
}

// origin is what the bundles hold of one source.
type origin struct {
	points      int
	first, last string
	places      []string // models and workloads
}

// count adds up the origins of all bundles by source; ok is false where the index
// does not say.
func countOrigins(x *data.Index) (by map[string]*origin, ok bool) {
	by, ok = map[string]*origin{}, true
	for i := range x.Bundles {
		e := &x.Bundles[i]
		if strings.HasPrefix(e.File, query.OverlayPrefix) {
			continue
		}
		ok = ok && len(e.Origins) > 0
		for _, o := range e.Origins {
			at := by[o.Source]
			if at == nil {
				at = &origin{first: o.First, last: o.Last}
				by[o.Source] = at
			}
			at.points += o.Points
			if o.First != "" && (at.first == "" || o.First < at.first) {
				at.first = o.First
			}
			at.last = max(at.last, o.Last)
			at.places = append(at.places, e.Model+", "+workloadLabel(e.Workload))
		}
	}
	return by, ok
}

func sourcesTable(b *strings.Builder, x *data.Index) {
	by, counted := countOrigins(x)
	list := x.Sources
	described := map[string]bool{}
	for _, s := range list {
		described[s.ID] = true
	}
	for _, id := range slices.Sorted(maps.Keys(by)) {
		if !described[id] {
			list = append(list[:len(list):len(list)], data.Source{ID: id, Note: "not described in this data", Dated: id != ""})
		}
	}
	t := newTable(b, "Sources of the figures", "Source", "Kind", "#Points", "Measured", "Of", "Licence and note")
	for _, s := range list {
		label := s.Title
		if label == "" {
			label = s.ID
		}
		name := text(label)
		switch {
		case isWeb(s.URL):
			name = anchor(s.URL, label)
		case label == "":
			name = "not named"
		}
		kind := "rolling"
		switch {
		case s.ID == data.Synthetic:
			kind = "synthetic"
		case s.Dated:
			kind = "published"
		}
		points, measured, of := "0", "", ""
		switch o := by[s.ID]; {
		case o != nil:
			points, of = whole(o.points), listed(o.places)
			if measured = o.first; o.last != o.first {
				measured += " to " + o.last
			}
		case !counted:
			points = "not counted"
		}
		for i := range x.Sheets {
			if x.Sheets[i].Source == s.ID {
				points, measured, of = "–", x.Sheets[i].AsOf, "prices and power"
			}
		}
		t.row("", name, kind, points, measured, of, s.Note)
	}
	t.end()
}

// listed joins the first few of many.
func listed(items []string) string {
	const most = 4
	if len(items) > most {
		return strings.Join(items[:most], "; ") + "; and " + strconv.Itoa(len(items)-most) + " more"
	}
	return strings.Join(items, "; ")
}

// filesTable lists the index and every bundle with what the index says of it.
func (a *app) filesTable(b *strings.Builder, x *data.Index) {
	b.WriteString(`<div class="verify"><button type="button" data-action="verify">Verify</button>` +
		`<output id="verified">Fetches every file anew and compares its SHA-256 with the index.</output></div>`)
	t := newTable(b, "Files of this data", "File", "Holds", "#Rows", "#Bytes", "SHA-256", "Check")
	row := func(name, holds string, rows, bytes int, sha string) {
		t.row(` data-sha="`+text(sha)+`"`, `<a href="`+text(a.beside(name))+`" download>`+text(name)+`</a>`, holds, whole(rows), whole(bytes), sha, "")
	}
	name := a.index[strings.LastIndexByte(a.index, '/')+1:]
	files := 0
	for i := range x.Bundles {
		if !strings.HasPrefix(x.Bundles[i].File, query.OverlayPrefix) {
			files++
		}
	}
	row(name, "the index", files+len(x.Requests), a.indexBytes, x.SHA256)
	for i := range x.Bundles {
		if e := &x.Bundles[i]; !strings.HasPrefix(e.File, query.OverlayPrefix) {
			row(e.File, e.Model+", "+workloadLabel(e.Workload), e.Rows, e.Bytes, e.SHA256)
		}
	}
	for i := range x.Requests {
		e := &x.Requests[i]
		row(e.File, "requests of "+e.Model+", "+workloadLabel(e.Workload)+", "+strings.ToUpper(e.Hardware)+" at concurrency "+whole(e.Concurrency), e.Rows, e.Bytes, e.SHA256)
	}
	t.end()
}

// beside is the address of a file in the index's folder.
func (a *app) beside(name string) string {
	return a.index[:strings.LastIndexByte(a.index, '/')+1] + name
}

// sheetTables shows every price sheet, the newest first and open.
func (a *app) sheetTables(b *strings.Builder, x *data.Index) {
	if len(x.Sheets) == 0 {
		b.WriteString(`<p class="help">This data has no price sheet: costs are absent but for your own prices.</p>`)
	}
	for i := len(x.Sheets) - 1; i >= 0; i-- {
		s := &x.Sheets[i]
		open := ""
		if i == len(x.Sheets)-1 {
			open = " open"
		}
		b.WriteString(`<details` + open + ` data-key="` + text(s.AsOf+" "+s.Source) + `"><summary>` + text(s.AsOf) + `</summary><p class="help">` + a.sourceLink(s.Source) + `</p>`)
		t := newTable(b, "Price sheet of "+s.AsOf, "Hardware", "#Hyperscaler, $/GPU-hour", "#Neocloud, $/GPU-hour", "#Rental, $/GPU-hour", "#All-in power, kW/GPU", "#TDP, W")
		for _, r := range s.Rows {
			t.row("", text(strings.ToUpper(r.Hardware)), money(r.Hyperscaler), money(r.Neocloud), money(r.Rental), plain(r.AllInKw), plain(r.TDPW))
		}
		t.end()
		b.WriteString(`</details>`)
	}
}

func money(v opt.Float) string {
	if f, ok := v.Get(); ok {
		return "$" + render.Money(f)
	}
	return "absent"
}

func plain(v opt.Float) string {
	if f, ok := v.Get(); ok {
		return render.FormatTarget(f)
	}
	return "absent"
}

// citations names this data by its date and its index's hash, which no other data
// has.
func (a *app) citations(b *strings.Builder, x *data.Index) {
	date := ""
	for i := range x.Bundles {
		if !strings.HasPrefix(x.Bundles[i].File, query.OverlayPrefix) {
			for _, s := range x.Bundles[i].Series {
				date = max(date, s.Last)
			}
		}
	}
	const name = "isofront: LLM serving systems compared at equal speed per user"
	until, year, key := "", "", "isofront"
	if date != "" {
		until, year, key = "data measured until "+date+", ", "  year = {"+date[:4]+"},\n", key+date[:4]
	}
	note := until + "index SHA-256 " + x.SHA256
	plain, bib := name+"; "+note+".", ""
	if a.place != "" {
		plain += " " + a.place
		bib = "  url = {" + a.place + "},\n"
	}
	bib = "@misc{" + key + "-" + x.SHA256[:min(8, len(x.SHA256))] + ",\n  title = {" + name + "},\n" + year + bib + "  note = {" + strings.ToUpper(note[:1]) + note[1:] + "}\n}"
	b.WriteString(`<p class="help">The hash names this very data: what is packed anew has another. Cite the sources of the figures that you use as well.</p>` +
		copyable("cite-plain", "Plain text", plain) + copyable("cite-bibtex", "BibTeX", bib))
}

// copyable is preformatted text with a button that copies it.
func copyable(id, label, content string) string {
	return `<div class="card-head"><h3 id="` + id + `-label">` + label + `</h3><button type="button" class="quiet" data-action="copy-from" data-from="` + id + `" aria-describedby="` + id + `-label">Copy</button></div>` +
		`<pre id="` + id + `" tabindex="0" role="region" aria-labelledby="` + id + `-label">` + text(content) + `</pre>`
}

// table writes a table in which a head that begins with # has numbers under it.
// On narrow screens its rows are stacked, each cell under its head.
type table struct {
	b     *strings.Builder
	heads []string
}

func newTable(b *strings.Builder, caption string, heads ...string) table {
	b.WriteString(`<div class="scroll" role="region" tabindex="0" aria-label="` + text(caption) + `"><table class="data"><caption class="sr">` + text(caption) + `</caption><thead><tr>`)
	for _, h := range heads {
		name, numeric := strings.CutPrefix(h, "#")
		b.WriteString(`<th scope="col"` + numClass(numeric) + `>` + text(name) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	return table{b, heads}
}

func numClass(numeric bool) string {
	if numeric {
		return ` class="num"`
	}
	return ""
}

// row writes a row with attributes of its own; its first cell is HTML, the others
// are escaped.
func (t table) row(attributes, first string, cells ...string) {
	t.b.WriteString(`<tr` + attributes + `><th scope="row">` + first + `</th>`)
	for i, c := range cells {
		name, numeric := strings.CutPrefix(t.heads[i+1], "#")
		t.b.WriteString(`<td` + numClass(numeric) + ` data-label="` + text(name) + `">` + text(c) + `</td>`)
	}
	t.b.WriteString(`</tr>`)
}

func (t table) end() { t.b.WriteString(`</tbody></table></div>`) }

// whole writes a count with its thousands grouped.
func whole(n int) string { return render.Significant(float64(n), 1) }
