package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// partOf is what an element of the view on show holds.
func partOf(a *app, id string) string {
	for _, p := range a.parts() {
		if p.id == id {
			return p.content
		}
	}
	return ""
}

// barsOf is what a list says: the values in its order, by series, and the reasons
// of those without one.
func barsOf(t *testing.T, a *app, html string) (order []string, values map[string]string, reasons map[string]string) {
	t.Helper()
	values, reasons = map[string]string{}, map[string]string{}
	for _, row := range strings.Split(html, "<li><details")[1:] {
		_, index, _ := strings.Cut(row, `data-series="`)
		index, _, _ = strings.Cut(index, `"`)
		i, err := strconv.Atoi(index)
		if err != nil {
			t.Fatal(row)
		}
		name := a.heads[i].Name
		if _, v, ok := strings.Cut(row, `data-value="`); ok {
			order = append(order, name)
			values[name], _, _ = strings.Cut(v, `"`)
			if !strings.Contains(row, `<svg class="bar `) {
				t.Errorf("%s has a value and no bar", name)
			}
			continue
		}
		if strings.Contains(row, `<svg class="bar `) {
			t.Errorf("%s has no value and a bar", name)
		}
		_, v, _ := strings.Cut(row, `<span class="bar-reason">`)
		reasons[name], _, _ = strings.Cut(v, "<")
	}
	return order, values, reasons
}

// agree compares what a list says with values of the core's replies.
func agree(t *testing.T, what string, values map[string]string, want map[string]*float64) {
	t.Helper()
	n := 0
	for name, v := range want {
		text, has := values[name]
		if v == nil {
			if has {
				t.Errorf("%s: %s has %s, the core has nothing", what, name, text)
			}
			continue
		}
		n++
		got, err := strconv.ParseFloat(text, 64)
		if err != nil || math.Abs(got-*v) > 1e-11*math.Abs(*v) {
			t.Errorf("%s: %s has %q, the core has %v", what, name, text, *v)
		}
	}
	if n == 0 || n != len(values) {
		t.Errorf("%s: %d values, the core has %d", what, len(values), n)
	}
}

// TestCalculatorSaysWhatTheCoreSays: every list against the reply to the query
// that the command line would ask.
func TestCalculatorSaysWhatTheCoreSays(t *testing.T) {
	for _, hash := range []string{
		"#v=calculator", "#v=calculator&x=31.5&own=gb300:2&kw=gb200:1.5", "#v=calculator&m=GLM-5&x=60&basis=rental",
		"#v=calculator&m=DeepSeek-R1-0528&w=agentic&x=40", "#v=calculator&m=DeepSeek-R1-0528&w=agentic&axis=ttft&p=50",
		"#v=calculator&m=DeepSeek-R1-0528&w=agentic&axis=e2e-normalized&tok=output",
	} {
		a := shipped(t, hash)
		q := a.query([]float64{a.lineX()})
		table, err := a.engine.Table(&q)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range []string{"cost", "throughput", "energy", "tokens-per-dollar", "throughput-per-mw"} {
			a.change(func(s *state) { s.Quantity = k })
			order, values, reasons := barsOf(t, a, partOf(a, "calc-rank"))
			want := map[string]*float64{}
			for i, s := range table.Wire().Series {
				c := &table.Formed().Rows[i].Cells[0]
				want[s.Name] = map[string]*float64{"cost": s.Cells[0].UsdPerMtok, "throughput": s.Cells[0].Throughput, "energy": s.Cells[0].JoulesPerToken,
					"tokens-per-dollar": s.Cells[0].TokensPerUsd, "throughput-per-mw": c.PerMW.Ptr()}[k]
				if (want[s.Name] == nil) != (reasons[s.Name] != "") {
					t.Errorf("%s by %s: %s has the reason %q", hash, k, s.Name, reasons[s.Name])
				}
			}
			agree(t, hash+" by "+k, values, want)
			if !slices.IsSortedFunc(order, func(x, y string) int {
				v, _ := strconv.ParseFloat(values[x], 64)
				w, _ := strconv.ParseFloat(values[y], 64)
				if render.Quantity(k).SmallerIsBetter() {
					v, w = w, v
				}
				return int(math.Copysign(1, w-v))
			}) {
				t.Errorf("%s by %s is not ranked: %v", hash, k, order)
			}
		}
		for kind, bound := range map[string]string{"cost": "max_cost", "energy": "max_energy", "throughput": "min_throughput"} {
			limit := map[string]string{"cost": "0.3", "energy": "0.4", "throughput": "2500"}[kind]
			a.change(func(s *state) { s.Bound, s.Limit = kind, limit })
			q := a.query(nil)
			q.Bound = bound
			q.Limit, _ = strconv.ParseFloat(limit, 64)
			solved, err := a.engine.Solve(&q)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]*float64{}
			some := false
			for _, s := range solved.Series {
				want[s.Name] = s.X
				some = some || s.X != nil
			}
			_, values, _ := barsOf(t, a, partOf(a, "calc-within"))
			if some || len(values) > 0 {
				agree(t, hash+" within "+kind, values, want)
			}
		}
		even, err := a.engine.BreakEven(&q)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]*float64{}
		for _, s := range even.Series {
			want[s.Name] = s.BreakEvenUsd
		}
		if _, values, reasons := barsOf(t, a, partOf(a, "calc-even")); len(values) > 0 {
			agree(t, hash+" break-even", values, want)
		} else if len(reasons) != len(want) {
			t.Errorf("%s break-even: %v, want %v", hash, reasons, want)
		}
	}
}

// Without a limit of the reader's the inverse keeps to the baseline's own value at
// the target, and finds the target for it again.
func TestCalculatorBeginsFromTheBaseline(t *testing.T) {
	a := shipped(t, "#v=calculator")
	for _, b := range bounds {
		a.change(func(s *state) { s.Bound = b.Value })
		part := partOf(a, "calc-within")
		_, values, _ := barsOf(t, a, part)
		if got, _ := strconv.ParseFloat(values[a.heads[a.baseline].Name], 64); math.Abs(got-25) > 1e-9 {
			t.Errorf("%s: the baseline is at %v, want 25", b.Value, got)
		}
		if !strings.Contains(part, "what GB200 takes at 25 tok/s/user") {
			t.Errorf("%s: %s", b.Value, part)
		}
	}
	// Where the baseline has nothing there is nothing to begin from.
	a.change(func(s *state) { s.Line, s.Bound = 300, "" })
	if part := partOf(a, "calc-within"); !strings.Contains(part, "type a bound") {
		t.Error(part)
	}
}

// TestCalculatorBudget: 2 MW over 1.87 and 2.12 kW are 1,069 and 943 GPUs.
func TestCalculatorBudget(t *testing.T) {
	a := shipped(t, "#v=calculator&mw=2&show=gb200,gb300")
	// The empty field shows the budget that it stands for.
	if empty := shipped(t, "#v=calculator"); !strings.Contains(partOf(empty, "calculator"), `placeholder="1" aria-describedby="calc-mw-note"`) || !strings.Contains(partOf(empty, "calc-fleet"), "1 MW of all-in power") {
		t.Error("the placeholder is not the budget that holds")
	}
	part := partOf(a, "calc-fleet")
	_, values, _ := barsOf(t, a, part)
	for hardware, gpus := range map[string]float64{"gb200": 1069, "gb300": 943} {
		at := slices.IndexFunc(a.sel.Series, func(s iso.Series) bool { return s.Hardware == hardware })
		y, _ := a.calculated().Rows[at].Cells[0].Throughput().Get()
		if got, _ := strconv.ParseFloat(values[a.sel.Series[at].Name], 64); math.Abs(got-gpus*y) > 1e-9*got {
			t.Errorf("%s: %v tokens/s, want %v x %v", hardware, got, gpus, y)
		}
		basis := a.basisHTML(listFleet, a.rowSeries[at])
		if !strings.Contains(basis, "= "+render.Significant(gpus, 1)+", whole ones") || !strings.Contains(basis, "Users: "+iso.NoOutputRate) {
			t.Error(basis)
		}
	}
	if !strings.Contains(part, "GPUs: 1,069, $1,988 an hour, users: not derivable") { // 1069 x 1.86 = 1988.34
		t.Error(part)
	}
	// The agentic records give output rates: users, between those of both sides' shares.
	a = shipped(t, "#v=calculator&m=DeepSeek-R1-0528&w=agentic&x=40&kw=b200:2")
	table := a.calculated()
	for i := range table.Rows {
		f := iso.FleetOf(table.Rows[i].Series, iso.Interactivity, &table.Rows[i].Cells[0], 1)
		lo, ok := f.UsersLow.Get()
		if basis := a.basisHTML(listFleet, a.rowSeries[i]); ok && !strings.Contains(basis, "÷ 40 tok/s/user = "+render.Significant(lo, 3)) {
			t.Error(basis)
		}
		if part := partOf(a, "calc-fleet"); ok != strings.Contains(part, render.Significant(lo, 3)) {
			t.Error(part)
		}
	}
}

// Every row of every list opens to its formula, its points with their runs, and
// the price sheet.
func TestCalculatorRowsOpen(t *testing.T) {
	a := shipped(t, "#v=calculator&x=31.5&within=cost:0.5")
	for list := listRank; list <= listFleet; list++ {
		for _, series := range a.rowSeries {
			if list == listEven && series == a.baseline {
				continue
			}
			basis := a.basisHTML(list, series)
			for _, part := range []string{`<table>`, ">Source</th>", `<p class="sheet">`, "sheet of 2026-08-14: <a href="} {
				if !strings.Contains(basis, part) {
					t.Errorf("list %d, %s: no %s in %s", list, a.heads[series].Name, part, basis)
				}
			}
		}
	}
	gb300 := slices.IndexFunc(a.heads, func(h wire.Head) bool { return h.Hardware == "gb300" })
	rows := a.calculated().Rows
	at := func(i int) string { return digits6(rows[slices.Index(a.rowSeries, i)].Cells[0].Throughput()) }
	if basis, want := a.basisHTML(listEven, gb300), "= $1.86 × "+at(gb300)+" ÷ "+at(a.baseline)+" = $"; !strings.Contains(basis, want) {
		t.Errorf("no %s in %s", want, basis)
	}
	// 2.31e6 / 3600 / 0.5 = 1283.33
	if basis := a.basisHTML(listWithin, gb300); !strings.Contains(basis, "y = $2.31 × 10⁶ ÷ (3600 × $0.5) = 1,283.33 tok/s/GPU") {
		t.Error(basis)
	}
	for q, want := range map[string]string{"tokens-per-dollar": "Tokens/$ = 3600 × " + at(gb300) + " ÷ $2.31 = ", "throughput-per-mw": "Tokens/s per MW = 1000 × " + at(gb300) + " ÷ 2.12 kW = "} {
		a.change(func(s *state) { s.Quantity = q })
		if basis := a.basisHTML(listRank, gb300); !strings.Contains(basis, want) {
			t.Errorf("no %s in %s", want, basis)
		}
	}
	a.change(func(s *state) { s.setOwn("gb300", "2"); s.setOwnKw("gb300", "1.5") })
	if basis := a.basisHTML(listRank, gb300); !strings.Contains(basis, "GB300: $2.00 per GPU-hour, your own; 1.5 kW per GPU, all-in, your own.") {
		t.Error(basis)
	}
	for _, bad := range []int{-1, 99} {
		if got := a.basisHTML(listRank, bad); got != "" {
			t.Errorf("series %d: %s", bad, got)
		}
	}
}

// Prices and powers that no sheet has leave their systems apart, with the reason.
func TestCalculatorNeverRanksWhatIsAbsent(t *testing.T) {
	a := shipped(t, "#v=calculator&date=2026-01-01&x=25")
	for _, q := range []string{"cost", "tokens-per-dollar", "energy", "throughput-per-mw"} {
		a.change(func(s *state) { s.Quantity = q })
		_, values, reasons := barsOf(t, a, partOf(a, "calc-rank"))
		if len(values) > 0 {
			t.Errorf("%s without a sheet: %v", q, values)
		}
		for _, i := range a.rowSeries {
			if reasons[a.heads[i].Name] == "" {
				t.Errorf("%s: no reason for %s", q, a.heads[i].Name)
			}
		}
	}
	if _, values, _ := barsOf(t, a, partOf(a, "calc-fleet")); len(values) > 0 {
		t.Errorf("a fleet without powers: %v", values)
	}
	// An own price alone brings its system in.
	a.change(func(s *state) { s.Quantity = ""; s.setOwn("gb300", "2") })
	if _, values, _ := barsOf(t, a, partOf(a, "calc-rank")); len(values) != 1 {
		t.Errorf("with one own price: %v", values)
	}
	// Beyond every frontier nothing is ranked and each says where it ends.
	a = shipped(t, "#v=calculator&x=5000")
	_, values, reasons := barsOf(t, a, partOf(a, "calc-rank"))
	if len(values) > 0 {
		t.Error(values)
	}
	for name, reason := range reasons {
		if !strings.HasPrefix(reason, "unreachable: fastest is ") {
			t.Errorf("%s: %s", name, reason)
		}
	}
}

// The Calculator ranks all systems until a reader chooses; the choice is shared
// with the other views.
func TestCalculatorRanksAllUntilChosen(t *testing.T) {
	a := shipped(t, "#v=calculator")
	if len(a.rowSeries) != len(a.heads) {
		t.Errorf("%d of %d systems", len(a.rowSeries), len(a.heads))
	}
	a.show("")
	if len(a.rowSeries) != len(firstView.Shown) {
		t.Errorf("Explore shows %d", len(a.rowSeries))
	}
	a.show("calculator")
	off := slices.IndexFunc(a.heads, func(h wire.Head) bool { return h.Hardware == "mi355x" })
	a.chooseSeries([]int{off}, false)
	if slices.Contains(a.rowSeries, off) || len(a.rowSeries) != len(a.heads)-1 || !strings.Contains(encodeHash(a.st), "show=") {
		t.Errorf("%v in %s", a.rowSeries, encodeHash(a.st))
	}
	_, all, _ := strings.Cut(a.systemsHTML(), `<p><a href="`)
	all, _, _ = strings.Cut(all, `"`)
	a.navigate(strings.ReplaceAll(strings.TrimPrefix(all, "#"), "&amp;", "&"))
	if len(a.rowSeries) != len(a.heads) || strings.Contains(encodeHash(a.st), "show=") {
		t.Errorf("%v in %s", a.rowSeries, encodeHash(a.st))
	}
}

func TestCalculatorFields(t *testing.T) {
	a := shipped(t, "#v=calculator")
	a.set("calc-x", "31,5")
	if got := a.speedText(); got != "31,5" || !strings.Contains(a.speedNote(), "use a point: 31.5. It stays at 25 tok/s/user.") || a.lineX() != 25 {
		t.Errorf("%q %q %v", got, a.speedNote(), a.lineX())
	}
	a.set("calc-x", "31.5")
	if a.lineX() != 31.5 || a.speedNote() != "" {
		t.Errorf("%v %q", a.lineX(), a.speedNote())
	}
	a.set("calc-bound", "energy")
	a.set("calc-limit", "lots")
	a.set("calc-mw", "-3")
	if got := encodeHash(a.st); got != "v=calculator&x=31.5&within=energy" {
		t.Errorf("what is no number is in the address %s", got)
	}
	if note := numberNote(a.st.Limit, "bound"); note != "“lots” is not a bound above 0. The usual one is used." {
		t.Error(note)
	}
	a.set("calc-limit", "0.3")
	a.set("calc-mw", "12.5")
	a.set("calc-quantity", "energy")
	if got := encodeHash(a.st); got != "v=calculator&q=energy&x=31.5&within=energy:0.3&mw=12.5" {
		t.Error(got)
	}
	b := shipped(t, "#"+encodeHash(a.st))
	for _, p := range a.parts() {
		if got := partOf(b, p.id); got != p.content {
			t.Errorf("the link's %s differs: %s", p.id, got)
		}
	}
	a.set("calc-bound", "throughput")
	if a.st.Limit != "" {
		t.Error("joules became tokens")
	}
	c := shipped(t, "#v=calculator&within=love:1&mw=x&kw=gb200:0,tpu9:1")
	if n := strings.Join(c.notice, "\n"); !strings.Contains(n, "“love”") || !strings.Contains(n, "“x”, which is not a number of megawatts") || !strings.Contains(n, "“0” of “gb200”") || !strings.Contains(n, "Power of “tpu9”, which is no hardware") {
		t.Error(n)
	}
}

// Hardware names, recipes and runs are text wherever they are shown.
func TestCalculatorTrustsNoData(t *testing.T) {
	var points []data.Point
	for i, hardware := range []string{"<img src=x onerror=alert(1)>", "h200"} {
		for k := range 3 {
			p := data.Point{Model: "M", Workload: "8/1", Hardware: hardware, Framework: "<b>f", Precision: "p", SpecDecoding: "none", Official: true,
				Concurrency: k + 1, Recipe: "<i>recipe", Run: "javascript:alert(2)", Source: "data:text/html,<script>alert(3)</script>", MeasuredOn: "2026-01-01"}
			p.Values[data.TputPerGPU], p.Values[data.Interactivity] = opt.Of(float64(900-100*k-i)), opt.Of(float64(10*(k+1)))
			points = append(points, p)
		}
	}
	file, err := data.EncodePoints("M", "8/1", points)
	if err != nil {
		t.Fatal(err)
	}
	_, _, bundle, err := data.OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	index, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(bundle, "points-m.msgpack")},
		Sheets: []data.PriceSheet{{AsOf: "2026-01-01", Source: "<script>sheet", Rows: []data.PriceRow{
			{Hardware: "<img src=x onerror=alert(1)>", Hyperscaler: opt.Of(1), AllInKw: opt.Of(1)}, {Hardware: "h200", Hyperscaler: opt.Of(1), AllInKw: opt.Of(1)}}}}})
	if err != nil {
		t.Fatal(err)
	}
	a := newApp("#v=calculator&x=15")
	a.openIndex(index)
	a.wanted = ""
	a.openBundle("points-m.msgpack", file)
	all := ""
	for _, p := range a.parts() {
		all += p.content
	}
	for list := listRank; list <= listFleet; list++ {
		for i := range a.heads {
			all += a.basisHTML(list, i)
		}
	}
	if !strings.Contains(all, "&lt;IMG SRC=X") || !strings.Contains(all, "javascript:alert(2)") {
		t.Error("the names are not shown")
	}
	for _, bad := range []string{"<img", "<IMG", "<b>f", "<B>F", "<i>", "<script", `href="javascript`, `href="data`} {
		if strings.Contains(all, bad) {
			t.Errorf("%s is live", bad)
		}
	}
}
