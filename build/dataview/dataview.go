// Package dataview writes the Data view of a site: where every figure comes from,
// the files that hold them with their hashes, the price sheets, and how to cite
// and keep them. It follows from an index and its bundles alone, so that it is
// formed with the site, and the page fetches it when the view is first opened.
//
// All that data say is text here. Only an address that begins with http:// or
// https:// becomes a link.
package dataview

import (
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/isofront/isofront/build/sidebyside"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
)

//go:embed fragment.html
var text string

var fragment = template.Must(template.New("dataview").Parse(text))

// view is what the template shows.
type view struct {
	Title, Date, Year, SHA256 string
	Sources                   []source
	Files                     []file
	Sheets                    []sheet
	Offline                   bool
	Speed                     []line // of the computation, as measured last
}

// line is a line of a text: prose, which may be broken where a page is narrow, or a
// row, whose columns stand under each other.
type line struct {
	Text  string
	Prose bool
}

func lines(text string) []line {
	var out []line
	for s := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		out = append(out, line{s, s != "" && s[0] != ' '})
	}
	return out
}

type source struct{ Name, URL, Kind, Points, Dates, Of, Note string }

type file struct{ Name, Path, Holds, Rows, Bytes, SHA256 string }

type sheet struct {
	AsOf   string
	Source source
	Rows   []price
}

type price struct{ Hardware, Hyperscaler, Neocloud, Rental, AllInKw, TDPW string }

// Render writes the view of the index at this path, relative to the page, whose
// bundles lie beside it; offline says that the site has an offline file. Each bundle is read to count the points of its sources.
func Render(index string, offline bool, read func(path string) ([]byte, error)) ([]byte, error) {
	content, err := read(index)
	if err != nil {
		return nil, err
	}
	_, x, _, err := data.OpenFile(content)
	switch {
	case err != nil:
		return nil, fmt.Errorf("dataview: %s: %w", index, err)
	case x == nil:
		return nil, fmt.Errorf("dataview: %s: is no index", index)
	}
	v := view{Title: "isofront: LLM serving systems compared at equal speed per user", SHA256: x.SHA256, Offline: offline, Speed: lines(sidebyside.Text)}
	at := func(name string) string { return path.Join(path.Dir(index), name) }
	origins := map[string]*origin{}
	add := func(name, holds string, rows, bytes int, sha string) {
		v.Files = append(v.Files, file{name, at(name), holds, whole(rows), whole(bytes), sha})
	}
	add(path.Base(index), "the index", len(x.Bundles)+len(x.Requests), len(content), x.SHA256)
	for _, e := range x.Bundles {
		holds := e.Model + ", " + workload(e.Workload)
		add(e.File, holds, e.Rows, e.Bytes, e.SHA256)
		bundle, err := read(at(e.File))
		if err != nil {
			return nil, err
		}
		_, _, b, err := data.OpenFile(bundle)
		if err != nil || b == nil {
			return nil, fmt.Errorf("dataview: %s: no bundle of points: %v", e.File, err)
		}
		count(origins, b, holds)
		for _, s := range e.Series {
			v.Date = max(v.Date, s.Last)
		}
	}
	for _, e := range x.Requests {
		holds := fmt.Sprintf("requests of %s, %s, %s at concurrency %d", e.Model, workload(e.Workload), strings.ToUpper(e.Hardware), e.Concurrency)
		add(e.File, holds, e.Rows, e.Bytes, e.SHA256)
	}
	v.Year, _, _ = strings.Cut(v.Date, "-")
	v.Sources = sources(x, origins)
	for _, s := range slices.Backward(x.Sheets) {
		v.Sheets = append(v.Sheets, priced(x, &s))
	}
	var out strings.Builder
	if err := fragment.Execute(&out, v); err != nil {
		return nil, fmt.Errorf("dataview: %w", err)
	}
	return []byte(out.String()), nil
}

// origin is what the bundles hold of one source.
type origin struct {
	points      int
	first, last string   // dates measured, "" when none is known
	of          []string // models and workloads
}

func count(origins map[string]*origin, b *data.Bundle, of string) {
	for i := range b.Len() {
		o := origins[b.Source(i)]
		if o == nil {
			o = &origin{}
			origins[b.Source(i)] = o
		}
		o.points++
		if !slices.Contains(o.of, of) {
			o.of = append(o.of, of)
		}
		if d := b.MeasuredOn(i); d != "" {
			if o.first == "" || d < o.first {
				o.first = d
			}
			o.last = max(o.last, d)
		}
	}
}

// sources lists those of the index, then those that only rows name.
func sources(x *data.Index, origins map[string]*origin) (out []source) {
	list := slices.Clone(x.Sources)
	for _, id := range slices.Sorted(maps.Keys(origins)) {
		if !slices.ContainsFunc(list, func(s data.Source) bool { return s.ID == id }) {
			list = append(list, data.Source{ID: id, Note: "not described in this data"})
		}
	}
	for _, s := range list {
		r := described(s)
		dates := []string{}
		for _, sheet := range x.Sheets {
			if sheet.Source == s.ID {
				dates = append(dates, sheet.AsOf)
			}
		}
		o := origins[s.ID]
		if o != nil {
			r.Points, r.Of = whole(o.points), listed(o.of)
			if o.first != "" {
				r.Dates = "measured " + span(o.first, o.last)
			}
		}
		if len(dates) > 0 {
			priced, of := "prices of "+span(slices.Min(dates), slices.Max(dates)), "prices and power"
			if o == nil {
				r.Kind, r.Points, r.Dates, r.Of = "price sheet", "–", priced, of
			} else {
				r.Dates, r.Of = strings.TrimPrefix(r.Dates+"; "+priced, "; "), r.Of+"; "+of
			}
		}
		out = append(out, r)
	}
	return out
}

// span is one date or the two ends of several.
func span(first, last string) string {
	if first == last {
		return first
	}
	return first + " to " + last
}

// described is a source by its title, with a link where its address is one of the web.
func described(s data.Source) source {
	r := source{Name: s.Title, Kind: "rolling", Points: "0", Note: s.Note}
	if r.Name == "" {
		r.Name = s.ID
	}
	if r.Name == "" {
		r.Name = "not named"
	}
	if strings.HasPrefix(s.URL, "https://") || strings.HasPrefix(s.URL, "http://") {
		r.URL = s.URL
	}
	switch {
	case s.ID == data.Synthetic:
		r.Kind = "synthetic"
	case s.Dated:
		r.Kind = "published"
	}
	return r
}

func priced(x *data.Index, s *data.PriceSheet) sheet {
	out := sheet{AsOf: s.AsOf, Source: described(data.Source{ID: s.Source})}
	for _, known := range x.Sources {
		if known.ID == s.Source {
			out.Source = described(known)
		}
	}
	for _, r := range s.Rows {
		out.Rows = append(out.Rows, price{strings.ToUpper(r.Hardware), money(r.Hyperscaler), money(r.Neocloud), money(r.Rental), plain(r.AllInKw), plain(r.TDPW)})
	}
	return out
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

// whole writes a count with its thousands grouped.
func whole(n int) string { return render.Significant(float64(n), 1) }

func workload(name string) string {
	if strings.EqualFold(name, "agentic") {
		return "agentic traces"
	}
	return name + " tokens in/out"
}

// listed joins the first few of many.
func listed(items []string) string {
	const most = 4
	if len(items) > most {
		return fmt.Sprintf("%s; and %d more", strings.Join(items[:most], "; "), len(items)-most)
	}
	return strings.Join(items, "; ")
}
