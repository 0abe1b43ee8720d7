package render_test

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// system is a series on the given hardware: price, kW, then x, y of each point.
// A price or power of 0 is absent.
func system(hw string, price, kw float64, xy ...float64) iso.Series {
	s := iso.Series{Name: hw + "/vllm/fp8/none/agg", Hardware: hw, Framework: "vllm", Precision: "fp8", SpecDecoding: "none", Official: true}
	if price > 0 {
		s.Price = opt.Of(price)
	}
	if kw > 0 {
		s.Kw = opt.Of(kw)
	}
	for i := 0; i < len(xy); i += 2 {
		s.Points = append(s.Points, iso.Point{X: opt.Of(xy[i]), Y: opt.Of(xy[i+1])})
	}
	return s
}

func sheetOf(t interface{ Fatal(...any) }, series []iso.Series, spec iso.Spec, quantities ...render.Quantity) *render.Sheet {
	spec.Axis = iso.Interactivity
	tbl, err := iso.Make(series, spec)
	if err != nil {
		t.Fatal(err)
	}
	return &render.Sheet{Table: tbl, Model: "M", Workload: "1/1", Percentile: 50, Quantities: quantities, Basis: "hyperscaler", PricesAsOf: "2026-03-18", PricesSource: "a sheet"}
}

// Four points apart by a quarter of the range each: not directional.
func even(scale float64) []float64 {
	return []float64{20, 900 * scale, 30, 800 * scale, 40, 700 * scale, 50, 600 * scale}
}

func TestSentence(t *testing.T) {
	const begin = "M, 1/1, at equal interactivity (p50, the median): "
	const prices = " Prices: hyperscaler, sheet of 2026-03-18."
	a := system("h100", 1, 1, even(1)...)
	// y: 1800, 2000 (dominates the first), 1050, 600 make ratios 2.5, 2.5, 1.5, 1.
	b := system("b200", 2, 1, 20, 2250, 30, 2000, 40, 1050, 50, 600)
	unpriced := system("b200", 0, 0, even(2)...)
	two := system("b200", 2, 1, 10, 3000, 60, 900) // 30: 2160 = 2.70 x 800; 50: 1320 = 2.20 x 600
	steep := system("b200", 1, 1, 20, 1800, 30, 1500, 44, 1480, 50, 400)
	short := system("b200", 1, 1, 30, 1600, 35, 1500, 40, 1400, 45, 1300)
	mi := system("mi355x", 1, 1, even(2.5)...)
	fp4 := system("b200", 2, 1, even(4)...)
	fp4.Precision = "fp4"
	for _, c := range []struct {
		name   string
		series []iso.Series
		spec   iso.Spec
		q      []render.Quantity
		want   string
	}{
		{"one target", []iso.Series{a, b}, iso.Spec{Targets: []float64{40}}, []render.Quantity{render.Throughput},
			"B200 has 1.50x the throughput per GPU of H100 at 40 tok/s/user."},
		{"tie", []iso.Series{a, b}, iso.Spec{Targets: []float64{20, 30, 40, 50}}, []render.Quantity{render.Throughput},
			"B200 has 2.50x the throughput per GPU of H100 at 20 and 30 tok/s/user, the largest such ratio at the targets that both reach; at the targets from 20 to 50 tok/s/user it is between 1.00x and 2.50x."},
		{"all alike, priced", []iso.Series{a, system("b200", 2, 1, even(2)...)}, iso.Spec{Targets: []float64{20, 30, 40}}, []render.Quantity{render.Cost, render.TokensPerUsd},
			"B200 has 1.00x the tokens per dollar of H100 at 20, 30 and 40 tok/s/user." + prices},
		{"directional", []iso.Series{a, two}, iso.Spec{Targets: []float64{30, 50}}, []render.Quantity{render.Throughput},
			"B200 has about 2.70x the throughput per GPU of H100 at 30 tok/s/user, the largest such ratio at the targets that both reach; at 30 and 50 tok/s/user it is between about 2.20x and about 2.70x."},
		{"a firm one beside a directional", []iso.Series{a, steep}, iso.Spec{Targets: []float64{20, 30, 40}}, []render.Quantity{render.Throughput},
			// 1800/900 = 2.00 and 1500/800 = 1.88 at points; 40 lies in a gap of 14 of 30, between 1500 and 1480: 2.14 to 2.11 x 700.
			"B200 has about 2.12x the throughput per GPU of H100 at 40 tok/s/user, the largest such ratio at the targets that both reach (of those that are not directional, 2.00x at 20 tok/s/user); at 20, 30 and 40 tok/s/user it is between 1.88x and about 2.12x."},
		{"unreachable on both sides", []iso.Series{a, short}, iso.Spec{Targets: []float64{10, 20, 40, 50, 60}}, []render.Quantity{render.Throughput},
			"B200 has 2.00x the throughput per GPU of H100 at 40 tok/s/user, the only target that both reach. Unreachable: H100 at 10 tok/s/user (its slowest measured point is at 20) and at 60 tok/s/user (its fastest measured point is at 50); " +
				"B200 at 10 and 20 tok/s/user (its slowest measured point is at 30) and at 50 and 60 tok/s/user (its fastest measured point is at 45)."},
		{"many unreachable", []iso.Series{a, short}, iso.Spec{Targets: []float64{40, 50, 60, 70, 80, 90}}, []render.Quantity{render.Throughput},
			"B200 has 2.00x the throughput per GPU of H100 at 40 tok/s/user, the only target that both reach. Unreachable: H100 at the targets from 60 to 90 tok/s/user (its fastest measured point is at 50); " +
				"B200 at the targets from 50 to 90 tok/s/user (its fastest measured point is at 45)."},
		{"no common target", []iso.Series{a, system("b200", 2, 1, 70, 10, 80, 5)}, iso.Spec{Targets: []float64{40}}, []render.Quantity{render.Throughput},
			"no target has a ratio of throughput per GPU against H100. Unreachable: B200 at 40 tok/s/user (its slowest measured point is at 70)."},
		{"at least", []iso.Series{a, short}, iso.Spec{Targets: []float64{20, 25, 40}, Reach: iso.ServeSlowest}, []render.Quantity{render.Throughput},
			// 1600/900 = 1.78 at 20, 1600/850 = 1.88 at 25
			"B200 has 2.00x the throughput per GPU of H100 at 40 tok/s/user, the only target that both reach. At 20 and 25 tok/s/user, served by a slowest measured point, the ratio of throughput per GPU against H100 of B200 is at least 1.78x."},
		{"at most", []iso.Series{a, two}, iso.Spec{Targets: []float64{15}, Reach: iso.ServeSlowest}, []render.Quantity{render.Throughput},
			"at 15 tok/s/user, served by a slowest measured point, the ratio of throughput per GPU against H100 of B200 is at most 3.10x."},
		{"price missing", []iso.Series{a, unpriced}, iso.Spec{Targets: []float64{30}}, []render.Quantity{render.Cost, render.Throughput, render.Energy},
			"no ratio of tokens per dollar for B200: a price is missing. B200 has 2.00x the throughput per GPU of H100 at 30 tok/s/user. No ratio of tokens per joule (modelled) for B200: a power figure is missing."},
		{"several systems", []iso.Series{a, b, mi}, iso.Spec{Targets: []float64{30, 40}}, []render.Quantity{render.Throughput},
			"against H100 the largest ratio of throughput per GPU at the targets that both reach is 2.50x, B200 at 30 and MI355X at 30 and 40 tok/s/user. B200 is between 1.50x and 2.50x at 30 and 40 tok/s/user; MI355X is 2.50x at 30 and 40 tok/s/user."},
		{"no baseline", []iso.Series{a, b}, iso.Spec{Targets: []float64{30, 40}, Baseline: -1}, []render.Quantity{render.Cost},
			// 1e6/(3600 x 800) = 0.3472, x 700: 0.3968; 2e6/(3600 x 2000) = 0.2778, x 1050: 0.5291
			"the lowest cost ($/M tokens) is $0.278, B200 at 30 tok/s/user. H100 is between $0.347 and $0.397 at 30 and 40 tok/s/user; B200 is between $0.278 and $0.529 at 30 and 40 tok/s/user." + prices},
		{"chain", []iso.Series{a, system("b200", 2, 1, even(2)...), fp4}, iso.Spec{Targets: []float64{30, 40}, Baseline: -1, Chain: []int{0, 1, 2}}, []render.Quantity{render.Cost},
			"from H100 FP8 to B200 FP4 the ratio of tokens per dollar is 2.00x at 30 and 40 tok/s/user. Step by step at 30 tok/s/user: H100 FP8 to B200 FP8 1.00x (they differ in hardware), B200 FP8 to B200 FP4 2.00x (they differ in precision)." + prices},
		{"chain over one without a price", []iso.Series{a, unpriced, fp4}, iso.Spec{Targets: []float64{30}, Baseline: -1, Chain: []int{0, 1, 2}}, []render.Quantity{render.Throughput},
			"from H100 FP8 to B200 FP4 the ratio of throughput per GPU is 4.00x at 30 tok/s/user. Step by step at 30 tok/s/user: H100 FP8 to B200 FP8 2.00x (they differ in hardware), B200 FP8 to B200 FP4 2.00x (they differ in precision)."},
		{"no targets", []iso.Series{a, b}, iso.Spec{}, []render.Quantity{render.Cost}, "no system here has a point with interactivity at p50 and throughput."},
		{"nothing measured", []iso.Series{a, system("b200", 1, 1)}, iso.Spec{Targets: []float64{30}}, []render.Quantity{render.Throughput},
			"no target has a ratio of throughput per GPU against H100. Unreachable: B200 at any target (it has no measured point here)."},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render.Sentence(sheetOf(t, c.series, c.spec, c.q...)); got != begin+c.want {
				t.Errorf("got\n%s\nwant\n%s", got, begin+c.want)
			}
		})
	}
}

// TestSentenceNamesPricesAndDates: own prices are said to be own, and series
// measured far apart stay so in prose.
func TestSentenceNamesPricesAndDates(t *testing.T) {
	a, b := system("h100", 1, 1, even(1)...), system("b200", 2.37, 1, even(2)...)
	a.Points[0].MeasuredOn, b.Points[0].MeasuredOn = "2026-01-01", "2026-03-01"
	sh := sheetOf(t, []iso.Series{a, b}, iso.Spec{Targets: []float64{30}}, render.Cost)
	sh.Own, sh.OwnKw = map[string]float64{"b200": 2.37}, map[string]float64{"h100": 1}
	sh.Quantities = append(sh.Quantities, render.Energy)
	got := render.Sentence(sh)
	for _, want := range []string{
		"Prices: hyperscaler, sheet of 2026-03-18; own, B200 $2.37 per GPU-hour.",
		"Powers: sheet of 2026-03-18; own, kW/GPU: H100 1.",
		"Series measured up to 59 days apart: 2026-01-01 and 2026-03-01.",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
}

// TestSentenceKeepsCaveats: what was made up or is unofficial stays so in prose,
// though the labels do not say what all share.
func TestSentenceKeepsCaveats(t *testing.T) {
	a, b := system("h100", 1, 1, even(1)...), system("b200", 1, 1, even(2)...)
	for _, c := range []struct {
		synthetic, official [2]bool
		want                string
	}{
		{[2]bool{true, true}, [2]bool{true, true}, "All of this is made up, not measured."},
		{[2]bool{false, true}, [2]bool{true, true}, "Made up, not measured: B200."},
		{[2]bool{}, [2]bool{false, false}, "All of this is unofficial."},
		{[2]bool{}, [2]bool{true, false}, "Unofficial: B200 (unofficial)."},
	} {
		a.Synthetic, b.Synthetic, a.Official, b.Official = c.synthetic[0], c.synthetic[1], c.official[0], c.official[1]
		if got := render.Sentence(sheetOf(t, []iso.Series{a, b}, iso.Spec{Targets: []float64{30}}, render.Throughput)); !strings.HasSuffix(got, c.want) {
			t.Errorf("no %q at the end of %s", c.want, got)
		}
	}
}

// TestSentenceCountsTokens: a ratio of output tokens says so.
func TestSentenceCountsTokens(t *testing.T) {
	sh := sheetOf(t, []iso.Series{system("h100", 1, 1, even(1)...), system("b200", 1, 1, even(2)...)}, iso.Spec{Targets: []float64{30}}, render.Cost)
	sh.Tokens = render.Output
	if got := render.Sentence(sh); !strings.Contains(got, "B200 has 2.00x the output tokens per dollar of H100") {
		t.Error(got)
	}
}

// anySheet draws a table of up to five systems with every kind of cell.
func anySheet(t *rapid.T) *render.Sheet {
	var series []iso.Series
	for i := range rapid.IntRange(1, 6).Draw(t, "systems") {
		var xy []float64
		for range rapid.IntRange(0, 6).Draw(t, "points") {
			xy = append(xy, rapid.Float64Range(1, 100).Draw(t, "x"), rapid.Float64Range(1, 9000).Draw(t, "y"))
		}
		zero := rapid.SampledFrom([]float64{0, 1.41, 2})
		s := system(fmt.Sprintf("hw%c", 'a'+i), zero.Draw(t, "price"), zero.Draw(t, "kw"), xy...)
		for k := range s.Points {
			s.Points[k].MeasuredOn = rapid.SampledFrom([]string{"", "2026-01-31", "2026-05-22"}).Draw(t, "date")
		}
		series = append(series, s)
	}
	spec := iso.Spec{
		Targets:  rapid.SliceOfN(rapid.Float64Range(1, 110), 0, 7).Draw(t, "targets"),
		Baseline: rapid.IntRange(-1, len(series)-1).Draw(t, "baseline"),
		Reach:    rapid.SampledFrom([]iso.Reach{iso.Strict, iso.ServeSlowest}).Draw(t, "reach"),
	}
	if len(series) > 1 && rapid.Bool().Draw(t, "chain") {
		all := make([]int, len(series))
		for i := range all {
			all[i] = i
		}
		spec.Chain = rapid.Permutation(all).Draw(t, "order")[:rapid.IntRange(2, len(series)).Draw(t, "links")]
	}
	quantities := rapid.Permutation(render.Quantities).Draw(t, "quantities")[:rapid.IntRange(1, 4).Draw(t, "how many")]
	sh := sheetOf(t, series, spec, quantities...)
	sh.Digits = rapid.IntRange(0, 6).Draw(t, "digits")
	if rapid.Bool().Draw(t, "own") {
		sh.Own, sh.OwnKw = map[string]float64{"hwa": 1.41}, map[string]float64{"hwb": 2}
	}
	return sh
}

var (
	numbers = regexp.MustCompile(`\d[\d,]*(\.\d+)?(e[+-]\d+)?`)
	ratios  = regexp.MustCompile(`(about |at least |at most )?(\d[\d,]*(?:\.\d+)?x)`)
	largest = regexp.MustCompile(`largest ratio of throughput per GPU at the targets that both reach is (?:about )?(\S+?x)|has (?:about )?(\S+?x) the throughput per GPU`)
	causes  = regexp.MustCompile(`(?i)\b(because|due to|thanks|cause|causes|drives|therefore|hence|makes|leads|results? in|gain|faster than|better)\b`)
)

// TestSentenceClaimsNoMore: whatever the table, its sentence holds no number
// that the table does not, and no surer one.
func TestSentenceClaimsNoMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sh := anySheet(t)
		got := render.Sentence(sh)
		table := strings.ReplaceAll(render.Markdown(sh), `\`, "")
		has := map[string]bool{}
		for _, n := range numbers.FindAllString(table, -1) {
			has[strings.TrimRight(n, ",")] = true
		}
		for _, n := range numbers.FindAllString(got, -1) {
			if n = strings.TrimRight(n, ","); !has[n] {
				t.Fatalf("%s is not in the table\n%s\n%s", n, got, table)
			}
		}
		for _, m := range ratios.FindAllStringSubmatch(got, -1) {
			mark := map[string]string{"": " ", "about ": "~", "at least ": "≥ ", "at most ": "≤ "}[m[1]]
			if !strings.Contains(table, mark+m[2]) {
				t.Fatalf("no %q in the table\n%s\n%s", mark+m[2], got, table)
			}
		}
		if m := causes.FindString(got); m != "" {
			t.Fatalf("%q names a cause or judges: %s", m, got)
		}
		for _, bad := range []string{"NaN", "Inf", "∞", "  ", "..", " .", "of .", "at  "} {
			if strings.Contains(got, bad) {
				t.Fatalf("%q in %s", bad, got)
			}
		}
		checkLargest(t, sh, got)
	})
}

// checkLargest forms the largest throughput ratio anew from the cells.
func checkLargest(t *rapid.T, sh *render.Sheet, got string) {
	best := math.Inf(-1)
	for i, r := range sh.Table.Rows {
		for j := range r.Cells {
			c := &r.Cells[j]
			if c.Ratio.State == iso.NoBaseline || i == sh.Table.Spec.Baseline || c.Reading.State == iso.AtLeast || sh.Table.Rows[sh.Table.Spec.Baseline].Cells[j].Reading.State == iso.AtLeast {
				continue
			}
			if v, ok := c.Ratio.Throughput.Get(); ok {
				best = max(best, v)
			}
		}
	}
	m := largest.FindStringSubmatch(got)
	if m == nil {
		return
	}
	if said := m[1] + m[2]; said != render.FormatRatio(best) {
		t.Fatalf("the largest ratio is said to be %s, it is %s: %s", said, render.FormatRatio(best), got)
	}
}
