package command

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

func TestNumbers(t *testing.T) {
	for list, want := range map[string][]float64{"": nil, "25": {25}, "50, 25,": {50, 25}, "1e1,+2.5": {10, 2.5}} {
		if got, err := Numbers("targets", list); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", list, got, err)
		}
	}
	for _, list := range []string{",", "a", "0x10", "1_000", "NaN", "Inf", "1e999", "1,,x"} {
		_, err := Numbers("targets", list)
		var o *OptionError
		if !errors.As(err, &o) || o.Option != "targets" || !strings.HasPrefix(err.Error(), "--targets: ") {
			t.Errorf("%q: %v", list, err)
		}
	}
}

// Text from data is escaped, absent values are empty cells, and what is left
// out is said.
func TestFrontierHTML(t *testing.T) {
	ttft, source := 0.25, "s"
	text := frontierHTML(&wire.Frontier{Model: "<m>", Workload: "8192/1024", Axis: "interactivity", Percentile: 50, Warnings: []string{"a & b"},
		Series: []wire.FrontierSeries{{Head: wire.Head{Name: "<b>", OperatingPoints: 3, Ineligible: map[string]int{"z": 1, "a": 1}, Sources: []string{"s"}},
			Knots: []wire.Knot{{X: 12.5, Y: 900, Concurrency: 4, Recipe: "<script>", TTFT: &ttft, Source: &source}}}}},
		[]data.Source{{ID: "s", Title: "T", URL: "https://example.org/?a&b"}, {ID: "other", Title: "not cited"}})
	for _, want := range []string{"Frontier of &lt;b&gt;, &lt;m&gt;, 8192/1024, p50: 1 of 3 operating points", "<td>12.5</td><td>900</td><td>4</td><td>&lt;script&gt;</td><td>0.25</td><td></td><td></td>",
		"<li>a &amp; b</li>\n<li>&lt;b&gt;: 1 of 3 points left out: a</li>\n<li>&lt;b&gt;: 1 of 3 points left out: z</li>\n<li>Source s: T https://example.org/?a&amp;b</li>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if strings.Contains(text, "<script") || strings.Contains(text, "not cited") {
		t.Error(text)
	}
}

// A limit bounds what is formed, not what is asked.
func TestLimits(t *testing.T) {
	files, report, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := query.New()
	for _, name := range append([]string{report.Index}, report.Bundles[0].File) {
		if _, err := e.Open(files[name]); err != nil {
			t.Fatal(err)
		}
	}
	at := Selection{Model: report.Bundles[0].Model, Workload: report.Bundles[0].Workload}
	table := Table{Selection: at, Format: "json", Theme: "auto", Targets: "20,30", Quantity: []string{"cost"}}
	frontier := Frontier{Selection: at, Format: "json"}
	for _, limit := range []int{0, 1, MaxCells} {
		var o *OptionError
		q, err := table.Query()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.Write(io.Discard, e, &q, limit); (limit == 1) != errors.As(err, &o) {
			t.Errorf("table, limit %d: %v", limit, err)
		}
		if q, err = frontier.Query(); err != nil {
			t.Fatal(err)
		}
		if _, err := frontier.Write(io.Discard, e, &q, limit); (limit == 1) != errors.As(err, &o) {
			t.Errorf("frontier, limit %d: %v", limit, err)
		}
	}
}
