package embed_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// engine holds one bundle of three series whose names try to break a tag.
func engine(t interface{ Fatal(...any) }) (*query.Engine, data.BundleEntry) {
	var points []data.Point
	for k, hardware := range []string{"h100", `a,b%2C"><script>`, "[x]*'q'"} {
		for i := range 5 {
			for _, date := range []string{"2026-05-01", "2026-05-20"} {
				p := data.Point{Model: `M "&<>`, Workload: "8192/1024", Hardware: hardware, Framework: "f", Precision: "p", SpecDecoding: "none",
					Official: true, Recipe: "TP=8", Concurrency: i + 1, MeasuredOn: date, Source: "lab"}
				p.Values[data.Interactivity] = opt.Of(float64(10 * (i + 1)))
				p.Values[data.TputPerGPU] = opt.Of(float64(1000*(k+1) - 100*i*(k+1) + len(date)))
				points = append(points, p)
			}
		}
	}
	file, err := data.EncodePoints(points[0].Model, points[0].Workload, points)
	if err != nil {
		t.Fatal(err)
	}
	_, _, b, err := data.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sheet := func(date string, usd float64) data.PriceSheet {
		return data.PriceSheet{AsOf: date, Source: "s", Rows: []data.PriceRow{{Hardware: "h100", Hyperscaler: opt.Of(usd), Rental: opt.Of(2 * usd), AllInKw: opt.Of(1.5)}}}
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(b, "points-m.0123456789ab.msgpack")},
		Sheets: []data.PriceSheet{sheet("2026-03-01", 1.5), sheet("2026-04-01", 1.25)}})
	if err != nil {
		t.Fatal(err)
	}
	e := query.New()
	for _, f := range [][]byte{index, file} {
		if _, err := e.Open(f); err != nil {
			t.Fatal(err)
		}
	}
	ref, err := e.Resolve("", "")
	if err != nil {
		t.Fatal(err)
	}
	return e, ref
}

// read is what an element does with a tag: its attributes and what stands inside.
func read(t interface{ Fatal(...any) }, tag string) (attrs map[string]string, inside string) {
	z := html.NewTokenizer(strings.NewReader(tag))
	z.Next()
	first := z.Token()
	if first.Data != embed.Element {
		t.Fatal("the tag begins with", first.Data)
	}
	attrs = map[string]string{}
	for _, a := range first.Attr {
		if _, twice := attrs[a.Key]; twice {
			t.Fatal("twice:", a.Key)
		}
		attrs[a.Key] = a.Val
	}
	head, rest, _ := strings.Cut(tag, "\n")
	if !strings.HasSuffix(head, ">") {
		t.Fatal("the opening tag is not one line:", head)
	}
	inside, ok := strings.CutSuffix(rest, "</iso-table>\n")
	if !ok || strings.Contains(tag, "\n\n") {
		t.Fatal("no end, or an empty line:", tag)
	}
	return attrs, inside
}

func unlist(s string) []string {
	if s == "" {
		return nil
	}
	out := strings.Split(s, ",")
	for i := range out {
		out[i] = strings.ReplaceAll(strings.ReplaceAll(out[i], "%2C", ","), "%25", "%")
	}
	return out
}

func number(t interface{ Fatal(...any) }, s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// asked is the query that the attributes mean, and how it is shown.
func asked(t interface{ Fatal(...any) }, a map[string]string) (q wire.Query, quantities []render.Quantity, digits int) {
	q = wire.Query{Verb: wire.VerbTable, Model: a[embed.Model], Workload: a[embed.Workload], Series: unlist(a[embed.Systems]), Baseline: a[embed.Baseline],
		Chain: unlist(a[embed.Chain]), Basis: a[embed.Basis], PricesAsOf: a[embed.PricesAsOf], AsOf: a[embed.AsOf], Axis: a[embed.Axis], Tokens: a[embed.Tokens], Reach: a[embed.Reach]}
	_, q.AllDates = a[embed.AllDates]
	for _, x := range unlist(a[embed.Targets]) {
		q.Targets = append(q.Targets, number(t, x))
	}
	own := func(list string) map[string]float64 {
		out := map[string]float64{}
		for _, p := range unlist(list) {
			i := strings.LastIndex(p, "=")
			out[p[:i]] = number(t, p[i+1:])
		}
		return out
	}
	q.Prices, q.Powers = own(a[embed.Prices]), own(a[embed.Powers])
	if p := a[embed.Percentile]; p != "" {
		q.Percentile = int(number(t, p))
	}
	if d := a[embed.Digits]; d != "" {
		digits = int(number(t, d))
	}
	for _, name := range unlist(a[embed.Quantities]) {
		quantities = append(quantities, render.Quantity(name))
	}
	return q, quantities, digits
}

// TestTagIsExact: whatever is asked and whatever things are called, the tag's
// attributes alone give the table that stands inside it.
func TestTagIsExact(t *testing.T) {
	e, ref := engine(t)
	rapid.Check(t, func(t *rapid.T) {
		q := wire.Query{Verb: wire.VerbTable,
			AllDates:   rapid.Bool().Draw(t, "all dates"),
			AsOf:       rapid.SampledFrom([]string{"", "2026-05-10"}).Draw(t, "as of"),
			PricesAsOf: rapid.SampledFrom([]string{"", "2026-03-15", "2026-01-01"}).Draw(t, "prices as of"),
			Basis:      rapid.SampledFrom([]string{"", "rental"}).Draw(t, "basis"),
			Reach:      rapid.SampledFrom([]string{"", "at-least"}).Draw(t, "reach"),
			Targets:    rapid.SliceOfN(rapid.Float64Range(5, 55), 0, 4).Draw(t, "targets"),
		}
		if rapid.Bool().Draw(t, "own") {
			q.Prices = map[string]float64{"h100": rapid.Float64Range(0.01, 1e6).Draw(t, "usd"), "A,b%2c=": 2}
			q.Powers = map[string]float64{"[X]*'q'": rapid.Float64Range(0.01, 100).Draw(t, "kw")}
		}
		plain, err := e.Select(&q)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := range plain.Series {
			names = append(names, plain.Series[i].Name)
		}
		q.Series = rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 3, rapid.ID).Draw(t, "series")
		if rapid.Bool().Draw(t, "baseline") {
			q.Baseline = rapid.SampledFrom(names).Draw(t, "base")
		}
		if rapid.Bool().Draw(t, "chain") {
			q.Chain = rapid.SliceOfNDistinct(rapid.SampledFrom(names), 2, 3, rapid.ID).Draw(t, "links")
		}
		sel, err := e.Table(&q)
		if err != nil {
			t.Fatal(err)
		}
		quantities := rapid.SliceOfNDistinct(rapid.SampledFrom(render.Quantities), 1, 4, rapid.ID).Draw(t, "quantities")
		tag := embed.Tag{Address: "https://example.org/a?b=1&c=2", Hash: ref.SHA256, Asked: &q, Selection: sel, Sheet: sel.Render(quantities, rapid.IntRange(0, 9).Draw(t, "digits")), Theme: "dark"}
		attrs, inside := read(t, tag.HTML())
		if attrs[embed.Data] != tag.Address || attrs[embed.Hash] != ref.SHA256 || attrs[embed.Theme] != "dark" {
			t.Fatalf("%v", attrs)
		}
		again, quantities, digits := asked(t, attrs)
		twin, err := e.Table(&again)
		if err != nil {
			t.Fatal(err)
		}
		// The element compares the notes too, so that those are the same to the word.
		if got := render.HTML(twin.Render(quantities, digits)); got != inside {
			t.Fatalf("the attributes %v give\n%s\ninside stands\n%s", attrs, got, inside)
		}
	})
}

// TestTagLeavesDefaultsOut: a plain table makes a short tag, in a fixed order.
func TestTagLeavesDefaultsOut(t *testing.T) {
	e, ref := engine(t)
	q := wire.Query{Verb: wire.VerbTable, Series: []string{"h100*"}, Targets: []float64{20}}
	sel, err := e.Table(&q)
	if err != nil {
		t.Fatal(err)
	}
	tag := embed.Tag{Hash: ref.SHA256, Asked: &q, Selection: sel, Sheet: sel.Render([]render.Quantity{render.Cost}, 0), Theme: embed.Themes[0]}
	got, _, _ := strings.Cut(tag.HTML(), "\n")
	want := fmt.Sprintf(`<iso-table hash="%s" model="M &#34;&amp;&lt;&gt;" workload="8192/1024" systems="h100/f/p/none/agg" targets="20" quantities="cost" basis="hyperscaler" prices-as-of="2026-04-01">`, ref.SHA256)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !slices.Contains(embed.Themes, "light") {
		t.Error("no light theme")
	}
}
