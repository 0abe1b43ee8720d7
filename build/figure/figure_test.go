package figure

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// shipped is a chart of the shipped figures, and its table at targets.
func shipped(t *testing.T, q wire.Query) (*wire.Chart, *wire.Table) {
	t.Helper()
	sel := selected(t, q)
	return Chart(sel, false), sel.Wire()
}

func selected(t *testing.T, q wire.Query) *query.Selection {
	t.Helper()
	files, report, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := query.New()
	if _, err := e.Open(files[report.Index]); err != nil {
		t.Fatal(err)
	}
	ref, err := e.Resolve(q.Model, q.Workload)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(files[ref.File]); err != nil {
		t.Fatal(err)
	}
	sel, err := e.Table(&q)
	if err != nil {
		t.Fatal(err)
	}
	return sel
}

var gb = wire.Query{Model: "DeepSeek-V4-Pro", Workload: "8192/1024", Series: []string{"gb*"}, Targets: []float64{14, 16, 20, 25, 31, 36, 50, 60, 70, 73}}

func options() Options { return Options{Width: DefaultWidth, Scale: DefaultScale} }

func drawn(t *testing.T, format string, c *wire.Chart, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, c, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// paths finds the SVG's paths of one style: their data.
func paths(svg, style string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`<path d="([^"]*)" style="`+style+`"`).FindAllStringSubmatch(svg, -1) {
		out = append(out, m[1])
	}
	return out
}

func coordinates(t *testing.T, d string) []vg.Point {
	t.Helper()
	var out []vg.Point
	for _, m := range regexp.MustCompile(`[ML]([-\d.e+]+),([-\d.e+]+)`).FindAllStringSubmatch(d, -1) {
		x, errX := strconv.ParseFloat(m[1], 64)
		y, errY := strconv.ParseFloat(m[2], 64)
		if errX != nil || errY != nil {
			t.Fatal(m)
		}
		out = append(out, vg.Point{X: vg.Length(x), Y: vg.Length(y)})
	}
	return out
}

// TestSVG: a curve per series with every sample of the core, a marker per
// point, filled on the frontier and hollow off it, a line per target, and the
// words that a figure needs.
func TestSVG(t *testing.T) {
	chart, _ := shipped(t, gb)
	o := options()
	o.Targets, o.Sources, o.Notes = []float64{50, 25, 25}, []string{"an <article>"}, []string{"A note."}
	svg := drawn(t, "svg", chart, o)
	for i, s := range chart.Series {
		c := themes["light"].series[i]
		stroke := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
		d := themes["light"]
		c = d.fade(c)
		faded := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B)
		curves := paths(svg, "fill:none;stroke:"+stroke+";stroke-width:1.7[^\"]*")
		if len(curves) != 2 { // its key and itself
			t.Fatalf("%s: %d curves", s.Name, len(curves))
		}
		if got := len(coordinates(t, curves[0])); got != len(s.CurveX) {
			t.Errorf("%s: %d vertices for %d samples", s.Name, got, len(s.CurveX))
		}
		on := 0
		for _, m := range s.Member {
			if m {
				on++
			}
		}
		if got := len(paths(svg, "fill:"+stroke)); got != on+1 {
			t.Errorf("%s: %d filled markers, want %d and its key", s.Name, got, on)
		}
		if got := len(paths(svg, "fill:none;stroke:"+faded+";stroke-width:0.9")); got != len(s.Points)-on {
			t.Errorf("%s: %d hollow markers, want %d", s.Name, got, len(s.Points)-on)
		}
	}
	if got := len(paths(svg, "fill:none;stroke:#B3002D[^\"]*")); got != 2 {
		t.Errorf("%d lines for 2 targets", got)
	}
	for _, want := range []string{
		"DeepSeek-V4-Pro, 8192 in / 1024 out: throughput per GPU at equal interactivity", "Interactivity at p50 (tok/s/user)", "Throughput (tok/s/GPU)",
		"better", "GB300 dynamo-vllm FP4 disagg", "Measured 2026-05-22. Source: an &lt;article&gt;.", "A note.", "Lines at 25, 50 tok/s/user.", `role="img"`,
		"fill:#FFFFFF", "'Liberation Sans',Arial", ">10,000<",
	} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q", want)
		}
	}
	if strings.Contains(svg, "NaN") || strings.Contains(svg, "Inf") {
		t.Error("a coordinate is not a number")
	}
}

// TestCurveIsTheTables: on any scale the drawn curve passes through what the
// table says at every target, to a twentieth of a point.
func TestCurveIsTheTables(t *testing.T) {
	sel := selected(t, gb)
	table := sel.Wire()
	for _, logs := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		o := options()
		o.LogX, o.LogY = logs[0], logs[1]
		chart := Chart(sel, o.LogX || o.LogY)
		f, err := layout(chart, o)
		if err != nil {
			t.Fatal(err)
		}
		svg := drawn(t, "svg", chart, o)
		checked := 0
		for i, s := range table.Series {
			c := themes["light"].series[i]
			line := coordinates(t, paths(svg, fmt.Sprintf("fill:none;stroke:#%02X%02X%02X;stroke-width:1.7[^\"]*", c.R, c.G, c.B))[0])
			for _, cell := range s.Cells {
				if cell.Throughput == nil {
					continue
				}
				checked++
				want := f.at(cell.Target, *cell.Throughput)
				if off := distance(want, line); off > 0.05 {
					t.Errorf("log %v: %s at %v: the curve is %v points off", logs, s.Name, cell.Target, off)
				}
			}
		}
		if checked < 18 {
			t.Errorf("checked %d cells", checked)
		}
	}
}

// distance is from a point to a polyline.
func distance(p vg.Point, line []vg.Point) float64 {
	best := math.Inf(1)
	for i := 1; i < len(line); i++ {
		d := line[i].Sub(line[i-1])
		l := float64(d.Dot(d))
		u := 0.0
		if l > 0 {
			u = min(max(float64(p.Sub(line[i-1]).Dot(d))/l, 0), 1)
		}
		q := p.Sub(line[i-1].Add(d.Scale(vg.Length(u))))
		best = min(best, math.Hypot(float64(q.X), float64(q.Y)))
	}
	return best
}

// TestSameBytes: no clock, no order of a map.
func TestSameBytes(t *testing.T) {
	chart, _ := shipped(t, wire.Query{Model: "DeepSeek-V4-Pro", Workload: "8192/1024", AllDates: true, Targets: []float64{16}})
	for _, format := range Formats {
		for _, theme := range Themes {
			o := options()
			o.Theme, o.Width = theme, 500
			first := drawn(t, format, chart, o)
			if again := drawn(t, format, chart, o); again != first {
				t.Errorf("%s %s: not the same bytes", format, theme)
			}
		}
	}
	if pdf := drawn(t, "pdf", chart, options()); !strings.Contains(pdf, "/CreationDate (D:20260522000000)") {
		t.Error("the PDF is not dated by its data")
	}
}

func TestPNG(t *testing.T) {
	chart, _ := shipped(t, gb)
	for theme, want := range map[string]color.NRGBA{"light": hex(0xffffff), "dark": hex(0x171b21), "transparent": {}} {
		o := Options{Width: 600, Height: 450, Scale: 1.5, Theme: theme}
		img, err := png.Decode(strings.NewReader(drawn(t, "png", chart, o)))
		if err != nil {
			t.Fatal(err)
		}
		if b := img.Bounds(); b.Dx() != 900 || b.Dy() != 675 {
			t.Errorf("%s: %v", theme, b)
		}
		if got := color.NRGBAModel.Convert(img.At(1, 1)); got != want {
			t.Errorf("%s: the corner is %v", theme, got)
		}
	}
}

// TestFits: nothing is drawn outside the figure, however long the names and
// however many the series.
func TestFits(t *testing.T) {
	chart, _ := shipped(t, wire.Query{Model: "DeepSeek-V4-Pro", Workload: "8192/1024", AllDates: true, Targets: []float64{16}})
	chart.Model = strings.Repeat("a-very-long-model-name-", 20)
	chart.Series[0].Hardware = strings.Repeat("W", 400)
	for len(chart.Series) < 40 {
		s := chart.Series[len(chart.Series)%7]
		s.Name += "x"
		chart.Series = append(chart.Series, s)
	}
	for _, width := range []float64{minWidth, 640, 2000} {
		o := options()
		o.Width, o.Notes = width, []string{strings.Repeat("n", 3000)}
		o.Targets = []float64{1, 1.01, 99.9, 100}
		f, err := layout(chart, o)
		if err != nil {
			t.Fatal(err)
		}
		st := f.style(keySize, nil)
		for i, l := range f.legend.labels {
			x := margin + vg.Length(i/f.legend.rows)*f.legend.width + sample + 6
			if x+st.Width(l) > f.w-margin+0.01 {
				t.Errorf("width %v: %.40s... ends at %v of %v", width, l, x+st.Width(l), f.w)
			}
		}
		for _, line := range f.title {
			if f.style(titleSize, nil).Width(line) > f.w-2*margin {
				t.Errorf("width %v: title line too long", width)
			}
		}
		for _, line := range f.footer {
			if f.style(noteSize, nil).Width(line) > f.w-2*margin {
				t.Errorf("width %v: note line too long", width)
			}
		}
		for i := range chart.Series {
			for _, p := range chart.Series[i].Points {
				if at := f.at(p.X, p.Y); at.X < f.box.Min.X || at.X > f.box.Max.X || at.Y < f.box.Min.Y || at.Y > f.box.Max.Y {
					t.Errorf("width %v: a point lies outside the frame", width)
				}
			}
		}
	}
}

// manyTargets are more than notes can name.
func manyTargets() (out []float64) {
	for k := range 20000 {
		out = append(out, float64(1+k))
	}
	return out
}

func TestRefuses(t *testing.T) {
	chart, _ := shipped(t, gb)
	for want, o := range map[string]Options{
		"width 10":                       {Width: 10, Scale: 1},
		"width NaN":                      {Width: math.NaN(), Scale: 1},
		"height 1":                       {Width: 600, Height: 1, Scale: 1},
		"scale 0":                        {Width: 600},
		"million pixels":                 {Width: 8000, Height: 8000, Scale: 4},
		`theme "sepia"`:                  {Width: 600, Scale: 1, Theme: "sepia"},
		"choose fewer targets or series": {Width: 600, Scale: 1, Targets: manyTargets()},
		"target 0":                       {Width: 600, Scale: 1, Targets: []float64{0}},
		"leave no room for the figure":   {Width: 600, Height: 300, Scale: 1, Notes: strings.Split(strings.Repeat("note,", 20), ",")},
	} {
		var b bytes.Buffer
		if err := Write(&b, "svg", chart, o); err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("%s: %v", want, err)
		}
	}
	if err := Write(&bytes.Buffer{}, "gif", chart, options()); err == nil {
		t.Error("gif")
	}
	if err := Write(&bytes.Buffer{}, "svg", &wire.Chart{Axis: "interactivity", Percentile: 50}, options()); err == nil || !strings.Contains(err.Error(), "has a point") {
		t.Errorf("nothing to draw: %v", err)
	}
}

// TestOnePoint: a single operating point is a marker without a curve.
func TestOnePoint(t *testing.T) {
	chart, _ := shipped(t, gb)
	s := &chart.Series[0]
	s.Points, s.Member, s.CurveX, s.CurveY = s.Points[:1], []bool{true}, s.CurveX[:1], s.CurveY[:1]
	chart.Series = chart.Series[:1]
	for _, log := range []bool{false, true} {
		o := options()
		o.LogX, o.LogY = log, log
		svg := drawn(t, "svg", chart, o)
		if strings.Contains(svg, "NaN") || len(paths(svg, "fill:#0067A5")) != 2 {
			t.Error("one point")
		}
	}
}

func TestTicks(t *testing.T) {
	for _, c := range []struct {
		lo, hi float64
		log    bool
		want   string
	}{
		{0, 100, false, "0 20 40 60 80 100"},
		{0, 11500, false, "0 2,000 4,000 6,000 8,000 10,000"},
		{0.1, 0.72, false, "0.1 0.2 0.3 0.4 0.5 0.6 0.7"},
		{0, 0.00042, false, "0 0.0001 0.0002 0.0003 0.0004"},
		{12, 18, false, "12 13 14 15 16 17 18"},
		{0.9, 110, true, "1 2 5 10 20 50 100"},
		{1, 1e9, true, "1 . . . . . 100 . . . . . 10,000 . . . . . 1,000,000 . . . . . 100,000,000 . . ."},
		{20, 40, true, "20 25 30 35 40"},
	} {
		var got []string
		for _, k := range (scale{c.lo, c.hi, c.log}).ticks(5) {
			if k.label == "" {
				k.label = "."
			}
			got = append(got, k.label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%v to %v, log %v: %s, want %s", c.lo, c.hi, c.log, strings.Join(got, " "), c.want)
		}
	}
}

// TestContrast: text has 4.5:1 and curves 3:1 on the figure's own page; without
// a page of its own, text has 4:1 and curves 3:1 on white and on near black.
func TestContrast(t *testing.T) {
	for name, th := range themes {
		pages, text := []color.Color{th.page}, 4.5
		if th.page == nil {
			pages, text = []color.Color{hex(0xffffff), hex(0x0f1216)}, 4
		}
		for _, page := range pages {
			for _, c := range []color.Color{th.text, th.muted} {
				if r := contrast(c, page); r < text {
					t.Errorf("%s: text %v on %v: %.2f", name, c, page, r)
				}
			}
			for i, c := range th.series {
				if r := contrast(c, page); r < 3 {
					t.Errorf("%s: series %d on %v: %.2f", name, i, page, r)
				}
			}
			if r := contrast(th.target, page); r < 3 {
				t.Errorf("%s: target on %v: %.2f", name, page, r)
			}
		}
	}
}

// contrast is WCAG's ratio of two opaque colours.
func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	lin := func(v uint32) float64 {
		f := float64(v) / 0xffff
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(r) + 0.7152*lin(g) + 0.0722*lin(b)
}

func TestCP1252(t *testing.T) {
	if got := cp1252("aé€–模"); got != "a\xe9\x80\x96?" {
		t.Errorf("%q", got)
	}
	if n := len([]rune(high1252)); n != 32 {
		t.Errorf("%d", n)
	}
}
