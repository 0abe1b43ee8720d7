package render_test

import (
	"encoding/csv"
	"html"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

func TestSignificant(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{8835.47, 4, "8,835"}, {10608.897, 4, "10,609"}, {1234567.8, 3, "1,234,568"},
		{0.21573598, 3, "0.216"}, {0.06948, 3, "0.0695"}, {4.78, 3, "4.78"}, {32.8, 4, "32.80"},
		{99.96, 3, "100"}, {9.996, 3, "10.0"}, {0, 3, "0"}, {-12.5, 3, "-12.5"}, {-1234.5, 3, "-1,234"},
		{1e-7, 3, "1e-07"}, {2.5e15, 3, "2.5e+15"}, {0.000123, 2, "0.00012"},
	} {
		if got := render.Significant(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits: %s, want %s", c.v, c.digits, got, c.want)
		}
	}
}

func TestQuantityFormat(t *testing.T) {
	for _, c := range []struct {
		q      render.Quantity
		v      float64
		digits int
		want   string
	}{
		{render.Cost, 0.94565685, 0, "$0.946"}, {render.Cost, 0.94565685, 2, "$0.95"}, {render.Throughput, 7208.8011, 0, "7,209"},
		{render.Energy, 0.2377, 0, "0.238"}, {render.TokensPerUsd, 14392620, 0, "14,392,620"},
	} {
		if got := c.q.Format(c.v, c.digits); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.q, c.v, got, c.want)
		}
	}
}

// TestCSVText: CASES 42. Text that would run as a formula is guarded; numbers
// are never touched.
func TestCSVText(t *testing.T) {
	for in, want := range map[string]string{
		"=1+1": "'=1+1", "-rc1": "'-rc1", "+x": "'+x", "@x": "'@x", "\tx": "'\tx", `a,"b"`: `"a,""b"""`, "plain": "plain", "": "", "a\nb": "\"a\nb\"",
	} {
		if got := render.CSVText(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	for v, want := range map[float64]string{-12.5: "-12.5", 1234.5: "1234.5", 0: "0"} {
		if got := render.Exact(opt.Of(v)); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
	// CASES 40: a true 0 is 0, absent is empty.
	if got := render.Exact(opt.Float{}); got != "" {
		t.Errorf("absent: %q", got)
	}
}

// hostile is a sheet whose names try to break every format.
func hostile(t *testing.T) *render.Sheet {
	t.Helper()
	evil := iso.Series{
		Name: `=<img src=x>|"&_$%#~^{}\`, Hardware: `=<img src=x onerror=alert(1)>`, Framework: "a|b", Precision: `"f'p4"`,
		Official: true, Price: opt.Of(2), Points: []iso.Point{{X: opt.Of(10), Y: opt.Of(100), Source: "<script>"}, {X: opt.Of(20), Y: opt.Of(50)}},
	}
	plain := evil
	plain.Name, plain.Hardware = "plain", "h200"
	tbl, err := iso.Make([]iso.Series{evil, plain}, iso.Spec{Axis: iso.Interactivity, Targets: []float64{5, 10, 15, 25}, Baseline: 1})
	if err != nil {
		t.Fatal(err)
	}
	return &render.Sheet{Table: tbl, Model: "<M>|=", Workload: "1/1", Quantities: render.Quantities}
}

func TestHTMLEscapes(t *testing.T) {
	got := render.HTML(hostile(t))
	for _, bad := range []string{"<img", "<script", "<M>"} {
		if strings.Contains(got, bad) {
			t.Errorf("%s stands unescaped", bad)
		}
	}
	if !strings.Contains(got, `data-value="100"`) {
		t.Error("no data-value")
	}
}

// An address breaks anywhere on a narrow page, and copies as it is.
func TestHTMLAddressesBreak(t *testing.T) {
	sh := hostile(t)
	const url = "https://example.org/a_very_long_name_without_a_place_to_break?a=1&b=ÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄÄ"
	sh.Sources = []render.Source{{ID: "s", Title: "S", URL: url}}
	for i := range sh.Table.Rows {
		for k := range sh.Table.Rows[i].Series.Points {
			sh.Table.Rows[i].Series.Points[k].Source = "s"
		}
	}
	_, shown, _ := strings.Cut(render.HTML(sh), `<a href="`+render.Escape(url)+`">`)
	shown, _, _ = strings.Cut(shown, "</a>")
	if strings.ReplaceAll(shown, "<wbr>", "") != render.Escape(url) {
		t.Errorf("shown is %q", shown)
	}
	for _, piece := range strings.Split(html.UnescapeString(shown), "<wbr>") {
		if n := utf8.RuneCountInString(piece); n > 24 {
			t.Errorf("%d characters without a break: %s", n, piece)
		}
	}
}

func TestMarkdownKeepsItsShape(t *testing.T) {
	for _, line := range strings.Split(render.Markdown(hostile(t)), "\n") {
		if strings.HasPrefix(line, "|") {
			bars := strings.Count(strings.ReplaceAll(line, `\|`, ""), "|")
			if bars != 4 && bars != 5 {
				t.Errorf("%d bars in %s", bars, line)
			}
		}
	}
}

func TestCSVKeepsItsShape(t *testing.T) {
	got := render.CSV(hostile(t))
	rows, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+2*4 {
		t.Errorf("%d rows", len(rows))
	}
	if !strings.HasPrefix(rows[1][5], "'=") || rows[1][7] != "" || rows[2][7] != "100" {
		t.Errorf("%q", rows[1:3])
	}
	if strings.Count(got, "\n") != strings.Count(got, "\r\n") {
		t.Error("a line does not end in CRLF")
	}
}

func TestLaTeXEscapes(t *testing.T) {
	got := render.LaTeX(hostile(t))
	if strings.Contains(got, "<img") || !strings.Contains(got, `\_\$\%\#`) && !strings.Contains(got, `$<$IMG`) {
		t.Error(got)
	}
}

func TestUnreachableSaysWhere(t *testing.T) {
	sh := hostile(t)
	if got := sh.CellText(1, 0, render.Cost); got != "unreachable: slowest is 10" {
		t.Error(got)
	}
	if got := sh.CellText(1, 3, render.Cost); got != "unreachable: fastest is 20" {
		t.Error(got)
	}
	if got := sh.CellText(1, 2, render.Energy); got != "no power figure" {
		t.Error(got)
	}
	if got := sh.CellText(1, 2, render.Cost); !strings.HasPrefix(got, "~$") {
		t.Error("two knots are directional:", got)
	}
}

func TestNoNaN(t *testing.T) {
	sh := hostile(t)
	for name, text := range map[string]string{"html": render.HTML(sh), "csv": render.CSV(sh), "md": render.Markdown(sh), "latex": render.LaTeX(sh)} {
		for _, word := range []string{"NaN", "Inf", "null", "<nil>"} {
			if strings.Contains(text, word) {
				t.Errorf("%s holds %s", name, word)
			}
		}
	}
}
