package render_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
)

func twoSystems(t *testing.T, reach iso.Reach, targets ...float64) *render.Sheet {
	t.Helper()
	make2 := func(hw string, price float64, xy ...float64) iso.Series {
		s := iso.Series{Name: hw + "/vllm/fp8/none/agg", Hardware: hw, Framework: "vllm", Precision: "fp8", SpecDecoding: "none", Official: true, Price: opt.Of(price), Kw: opt.Of(1.5)}
		for i := 0; i < len(xy); i += 2 {
			s.Points = append(s.Points, iso.Point{X: opt.Of(xy[i]), Y: opt.Of(xy[i+1]), MeasuredOn: "2026-05-25", Source: "lab"})
		}
		return s
	}
	a := make2("h100", 1.5, 20, 900, 30, 800, 40, 700, 50, 600)
	b := make2("b200", 2.5, 10, 3000, 60, 900) // two knots: directional
	tbl, err := iso.Make([]iso.Series{a, b}, iso.Spec{Axis: iso.Interactivity, Targets: targets, Baseline: 0, Reach: reach})
	if err != nil {
		t.Fatal(err)
	}
	return &render.Sheet{Table: tbl, Model: "M", Workload: "1/1", Percentile: 50, Basis: "hyperscaler", PricesAsOf: "2026-03-18", PricesSource: "a sheet",
		Own: map[string]float64{}, Sources: []render.Source{{ID: "lab", Title: "Our lab", URL: "https://lab.example/x"}}}
}

func hasNote(sh *render.Sheet, part string) bool {
	return slices.ContainsFunc(sh.Notes(), func(n string) bool { return strings.Contains(n, part) })
}

// TestNotesSayWhatIsNeeded: prices stand under costs only, powers under energy
// only, and a sheet is named only where a price comes from it.
func TestNotesSayWhatIsNeeded(t *testing.T) {
	sh := twoSystems(t, iso.Strict, 30)
	for _, c := range []struct {
		q              render.Quantity
		prices, powers bool
	}{{render.Throughput, false, false}, {render.Cost, true, false}, {render.TokensPerUsd, true, false}, {render.Energy, false, true}, {render.PerMW, false, true}} {
		sh.Quantities = []render.Quantity{c.q}
		if hasNote(sh, "$/GPU-hour") != c.prices || hasNote(sh, "kW/GPU") != c.powers {
			t.Errorf("%s: %q", c.q, sh.Notes())
		}
		if !strings.Contains(render.Markdown(sh), "B200: ") {
			t.Errorf("%s has no ratio column", c.q)
		}
		// Both at 1.5 kW: 2160/800 = 2.70 by throughput and by energy; by price 2.70 x 1.5/2.5 = 1.62.
		want := "2.70x"
		if c.prices {
			want = "1.62x"
		}
		if !strings.Contains(render.Markdown(sh), want) {
			t.Errorf("%s has not the ratio %s:\n%s", c.q, want, render.Markdown(sh))
		}
	}
	sh.Quantities = []render.Quantity{render.Cost}
	if !hasNote(sh, "hyperscaler, sheet of 2026-03-18 (a sheet): B200 $2.50, H100 $1.50.") {
		t.Errorf("%q", sh.Notes())
	}
	sh.Own = map[string]float64{"h100": 1.5, "b200": 2.5}
	if !hasNote(sh, "Prices, $/GPU-hour: B200 $2.50 (own), H100 $1.50 (own).") {
		t.Errorf("%q", sh.Notes())
	}
	if !hasNote(sh, "Source: Our lab, https://lab.example/x") || !strings.Contains(render.HTML(sh), `<a href="https://lab.example/x">`) {
		t.Errorf("%q", sh.Notes())
	}
}

// TestOwnOfAnyLetters: an own price or power is keyed as words.Lower writes the
// hardware's name, of whose letters beyond A to Z the case counts.
func TestOwnOfAnyLetters(t *testing.T) {
	for _, hardware := range []string{"B200", "Ä100", "İ7", "ΣΑΣ"} {
		sh := twoSystems(t, iso.Strict, 30)
		sh.Quantities = []render.Quantity{render.Cost, render.Energy}
		sh.Table.Rows[1].Series.Hardware = hardware
		sh.Own[words.Lower(hardware)] = 2.5
		sh.OwnKw = map[string]float64{words.Lower(hardware): 1.5}
		if !hasNote(sh, " $2.50 (own)") || !hasNote(sh, " 1.5 (own)") {
			t.Errorf("%s: %q", hardware, sh.Notes())
		}
	}
}

// TestRatiosCarryTheirMarks: a ratio is no surer than its less sure side.
func TestRatiosCarryTheirMarks(t *testing.T) {
	sh := twoSystems(t, iso.Strict, 30, 55)
	sh.Quantities = []render.Quantity{render.Throughput}
	text := render.Markdown(sh)
	// At 30 the line from (10, 3000) to (60, 900) gives 2160, and 2160/800 = 2.70.
	for _, want := range []string{`| 30 | 800.0 | \~2,160 | \~2.70x |`, `∞`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	sh = twoSystems(t, iso.ServeSlowest, 15)
	sh.Quantities = []render.Quantity{render.Throughput}
	if text := render.Markdown(sh); !strings.Contains(text, "≤ 3.10x") { // 2790/900, the baseline may do better
		t.Error(text)
	}
}

// TestChainMarks: what the cells of a chain say where there is no ratio is in the notes,
// without a baseline too. At 70 neither has points, at 55 only the second has.
func TestChainMarks(t *testing.T) {
	for _, c := range []struct {
		target            float64
		chain             []int
		infinite, neither bool
	}{{30, []int{0, 1}, false, false}, {55, []int{0, 1}, true, false}, {55, []int{1, 0}, false, true}, {70, []int{0, 1}, false, true}} {
		sh := twoSystems(t, iso.Strict, c.target)
		spec := sh.Table.Spec
		spec.Baseline, spec.Chain = -1, c.chain
		series := []iso.Series{*sh.Table.Rows[0].Series, *sh.Table.Rows[1].Series}
		var err error
		if sh.Table, err = iso.Make(series, spec); err != nil {
			t.Fatal(err)
		}
		sh.Quantities = []render.Quantity{render.Throughput}
		one := c.target == 55
		if hasNote(sh, "∞: the baseline cannot") != c.infinite || hasNote(sh, "Neither, only baseline: ") != c.neither || hasNote(sh, "The baseline of a step is") != one {
			t.Errorf("%+v: %q", c, sh.Notes())
		}
	}
}

// TestDatesNameTheirSystems where they differ, and only there.
func TestDatesNameTheirSystems(t *testing.T) {
	sh := twoSystems(t, iso.Strict, 30)
	if !slices.Contains(sh.Notes(), "Measured: 2026-05-25.") {
		t.Errorf("%q", sh.Notes())
	}
	sh.Table.Rows[1].Series.Points[0].MeasuredOn = "2026-04-01"
	if !slices.Contains(sh.Notes(), "Measured: 2026-04-01 to 2026-05-25 (B200), 2026-05-25 (H100).") {
		t.Errorf("%q", sh.Notes())
	}
	for i := range sh.Table.Rows { // whose names hold their dates
		sh.Table.Rows[i].Series.Snapshot, _, _ = sh.Table.Rows[i].Series.Span()
	}
	if !slices.Contains(sh.Notes(), "Measured: 2026-04-01 to 2026-05-25, 2026-05-25.") {
		t.Errorf("%q", sh.Notes())
	}
}

// TestEndsLieOnTheirSide: where 4 digits of a frontier's end lie on the target or beyond
// it, as 44.44 of 44.4444 does for 44.444, there are more.
func TestEndsLieOnTheirSide(t *testing.T) {
	for _, c := range []struct {
		end, target float64
		state       iso.State
		want        string
	}{
		{74.1312, 80, iso.Above, "fastest is 74.13"},
		{74.1312, 74.14, iso.Above, "fastest is 74.131"},
		{74.1352, 74.136, iso.Above, "fastest is 74.1352"},
		{44.4444444444, 44.444, iso.Below, "slowest is 44.4444"},
		{44.4444444444, 44.4444, iso.Below, "slowest is 44.44444"},
		{1234567, 1234568, iso.Above, "fastest is 1,234,567"},
		{0.5, 0.49999, iso.Below, "slowest is 0.5"},
	} {
		if got := render.Beyond(c.end, c.target, c.state); got != "unreachable: "+c.want {
			t.Errorf("%v at %v: %s, want %s", c.end, c.target, got, c.want)
		}
	}
}

// TestBrief: a label has no more than 6 digits of a target that divides to many.
func TestBrief(t *testing.T) {
	for v, want := range map[float64]string{1 / 0.0225: "44.4444", 23.5: "23.5", 1234.567: "1234.567", 12345.6789: "12,345.7"} {
		if got := render.Brief(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

func TestMoney(t *testing.T) {
	for v, want := range map[float64]string{2: "2.00", 2.5: "2.50", 2.37: "2.37", 2.652: "2.652", 0.95: "0.95", 1e308: "1e+308"} {
		if got := render.Money(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

func TestLaTeXStacksHeads(t *testing.T) {
	sh := twoSystems(t, iso.Strict, 5, 30, 70)
	sh.Quantities = []render.Quantity{render.Throughput, render.Cost}
	got := render.LaTeX(sh)
	for _, want := range []string{`\usepackage{booktabs}`, `\begin{tabular}[b]{@{}r@{}}B200\\vllm\\FP8\end{tabular}`, `$<$ 20`, `$>$ 50`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if n := strings.Count(got, "Our lab"); n != 2 {
		t.Errorf("%d tables carry their notes, want both", n)
	}
}
