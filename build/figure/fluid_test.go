package figure

import (
	"encoding/xml"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/isofront/isofront/data/wire"
)

// flowing is the chart as a fluid figure, and its place in the page's figure.
func flowing(t *testing.T, c *wire.Chart, o Options) string {
	t.Helper()
	o.Width, o.Scale = DefaultWidth, DefaultScale
	f, err := prepared(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return f.inline(Labels(c))
}

func numberOf(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

var (
	ticksAcross = regexp.MustCompile(`<text x="([\d.]+)%" y="94\.44%" text-anchor="middle" fill="currentColor">([\d,]+)</text>`)
	ticksUp     = regexp.MustCompile(`<text x="0" y="([\d.]+)%" text-anchor="start" fill="currentColor" dx="0" dy="-4">([\d,]+)</text>`)
	marksAt     = regexp.MustCompile(`<svg x="([\d.]+)%" y="([\d.]+)%" width="12" height="12">`)
	curveAt     = regexp.MustCompile(`<path vector-effect="non-scaling-stroke" d="M([^"]*)"`)
)

// ruler reads a place by two labels of an axis.
func ruler(t *testing.T, labels [][]string) func(at float64) float64 {
	t.Helper()
	if len(labels) < 3 {
		t.Fatalf("%d labels", len(labels))
	}
	value := func(i int) float64 { return numberOf(t, strings.ReplaceAll(labels[i][2], ",", "")) }
	last := len(labels) - 1
	from, to := numberOf(t, labels[0][1]), numberOf(t, labels[last][1])
	return func(at float64) float64 { return value(0) + (at-from)/(to-from)*(value(last)-value(0)) }
}

// TestFluidIsTheData: read by its own labels, the figure has every point where it was
// measured, and its curves pass where the table says.
func TestFluidIsTheData(t *testing.T) {
	c, table := shipped(t, gb)
	svg := flowing(t, c, Options{Theme: "transparent", Targets: []float64{25, 50}})
	x, y := ruler(t, ticksAcross.FindAllStringSubmatch(svg, -1)), ruler(t, ticksUp.FindAllStringSubmatch(svg, -1))
	marks := marksAt.FindAllStringSubmatch(svg, -1)
	n := 0
	for i := range c.Series {
		for _, on := range []bool{false, true} {
			for k, p := range c.Series[i].Points {
				if c.Series[i].Member[k] != on {
					continue
				}
				if gx, gy := x(numberOf(t, marks[n][1])), y(numberOf(t, marks[n][2])); math.Abs(gx-p.X) > 0.02 || math.Abs(gy-p.Y) > 3 {
					t.Errorf("mark %d is at %v, %v, the point at %v, %v", n, gx, gy, p.X, p.Y)
				}
				n++
			}
		}
	}
	if n != len(marks) || n < 14 {
		t.Errorf("%d marks of %d points", len(marks), n)
	}
	curves := curveAt.FindAllStringSubmatch(svg, -1)
	checked := 0
	for i, series := range table.Series {
		var line []vg.Point // in hundredths of the axes' spans
		scaled := func(x, y float64) vg.Point { return vg.Point{X: vg.Length(x / 0.8), Y: vg.Length(y / 110)} }
		for pair := range strings.SplitSeq(curves[i][1], "L") {
			a, b, _ := strings.Cut(pair, " ")
			line = append(line, scaled(x(numberOf(t, a)/10), y(numberOf(t, b)/10)))
		}
		for _, cell := range series.Cells {
			if cell.Throughput == nil {
				continue
			}
			checked++
			if off := distance(scaled(cell.Target, *cell.Throughput), line); off > 0.05 {
				t.Errorf("%s at %v: the curve is %v hundredths off", series.Name, cell.Target, off)
			}
		}
	}
	if checked < 10 {
		t.Errorf("%d readings", checked)
	}
}

// TestFluidIsWellFormed: on every axis, scale and theme the figure is markup that
// parses, holds nothing that a strict policy forbids, and takes the page's colour
// unless it has a ground of its own.
func TestFluidIsWellFormed(t *testing.T) {
	for _, q := range []wire.Query{gb, {Model: "DeepSeek-R1-0528", Workload: "agentic", Axis: "e2el", Targets: []float64{100}}, {Model: "MiniMax-M2.5", Workload: "8192/1024", Targets: []float64{50}}} {
		for _, log := range []bool{false, true} {
			for _, theme := range Themes {
				svg := flowing(t, Chart(selected(t, q), log), Options{Theme: theme, LogX: log, LogY: log, Targets: q.Targets})
				if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
					t.Errorf("%s %s: %v", q.Model, theme, err)
				}
				for _, no := range []string{"style", "NaN", "Inf", " id=", "%!"} {
					if strings.Contains(svg, no) {
						t.Errorf("%s %s: there is %q", q.Model, theme, no)
					}
				}
				if strings.Contains(svg, "currentColor") != (theme == "transparent") || strings.Contains(svg, "<rect") == (theme == "transparent") {
					t.Errorf("%s %s: its colours are\n%s", q.Model, theme, svg)
				}
			}
		}
	}
}

// TestFluidLabelsStayApart: in the narrowest figure no two labels of a row run into
// each other, nor out of it; what a line stands for is said below.
func TestFluidLabelsStayApart(t *testing.T) {
	c, _ := shipped(t, gb)
	svg := flowing(t, c, Options{Theme: "transparent", Targets: []float64{20, 20.5, 21, 30, 73.4}})
	if got := regexp.MustCompile(`y="30" text-anchor="(\w+)" fill="[^"]*">([^<]*)<`).FindAllStringSubmatch(svg, -1); len(got) != 3 || got[0][2] != "20" || got[1][2] != "30" || got[2][2] != "73.4" {
		t.Errorf("over the lines stand %v", got)
	}
	if !strings.Contains(svg, "Lines at 20, 20.5, 21, 30, 73.4 tok/s/user.") {
		t.Error("the lines are not named")
	}
	for _, height := range []float64{0, minHeight, 900} {
		f, err := prepared(c, Options{Width: DefaultWidth, Scale: 1, Height: height, Theme: "transparent"})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range marksAt.FindAllStringSubmatch(f.inline(Labels(c)), -1) {
			if x, y := numberOf(t, m[1]), numberOf(t, m[2]); x < 10 || x > fluidRight || y < 0 || y > 97 {
				t.Errorf("height %v: a mark is at %v%%, %v%%", height, x, y)
			}
		}
	}
}

// On a log axis of more than two decades the first and last tick may bear no label:
// the description names those that do.
func TestFluidDescribesLabelledTicks(t *testing.T) {
	const span = `, log scale, ticks from [\d.,]+ to [\d.,]+\.`
	for _, q := range []wire.Query{{Model: "DeepSeek-V4-Pro", Workload: "8192/1024"}, {Model: "DeepSeek-R1-0528", Workload: "1024/1024"}} {
		svg := flowing(t, Chart(selected(t, q), true), Options{Theme: "transparent", LogX: true, LogY: true})
		if !regexp.MustCompile(`Across: [^:]*` + span + ` Up: [^:]*` + span).MatchString(svg) {
			t.Errorf("%s: %s", q.Model, regexp.MustCompile(`Across[^<]*`).FindString(svg))
		}
	}
}
