package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/audit"
)

// TestSettings: a sheet is named where a column rests on it, and so are own prices
// and powers; every report says the same.
func TestSettings(t *testing.T) {
	sheet := &cost.Sheet{AsOf: "2026-03-18", Source: "a list"}
	gb, gpu := map[string]float64{"b200": 1}, map[string]float64{"b200": 1.5, "h200": 0.9}
	const both = "x|B200 $/M|H200 MTP $/M"
	for name, c := range map[string]struct {
		head, want string
		sheet      *cost.Sheet
		own, ownKw map[string]float64
		tokens     render.Tokens
		axis       iso.Axis
	}{
		"no price needed":    {"x|B200 tok/s/GPU", "", sheet, gb, gpu, render.Total, iso.Interactivity},
		"no sheet":           {"x|B200 $/M", ", no price sheet", nil, nil, nil, "", iso.Interactivity},
		"the sheet":          {"x|B200 $/M", ", hyperscaler prices of 2026-03-18", sheet, nil, nil, "", iso.Interactivity},
		"own alone":          {"x|B200 $/M", ", own price: b200 $1.00 per GPU-hour", sheet, gb, nil, "", iso.Interactivity},
		"own of another":     {"x|H200 MTP tok/$", ", hyperscaler prices of 2026-03-18", sheet, gb, nil, "", iso.Interactivity},
		"both":               {both, ", hyperscaler prices of 2026-03-18, own price: b200 $1.00 per GPU-hour", sheet, gb, nil, "", iso.Interactivity},
		"several":            {both, ", own price: b200 $1.50 per GPU-hour and h200 $0.90 per GPU-hour", sheet, gpu, nil, "", iso.Interactivity},
		"a ratio of both":    {"x|B200 vs H200 MTP perf/$", ", hyperscaler prices of 2026-03-18, own price: b200 $1.00 per GPU-hour", sheet, gb, nil, "", iso.Interactivity},
		"power of the sheet": {"x|B200 J/tok", ", power of 2026-03-18", sheet, gb, nil, "", iso.Interactivity},
		"own power":          {"x|B200 J/tok", ", own power: b200 1.5 kW per GPU", sheet, gb, gpu, "", iso.Interactivity},
		"tokens":             {"x|B200 tok/s/GPU", ", counting output tokens", sheet, nil, nil, render.Output, iso.Interactivity},
		"tokens of a price":  {"x|B200 tok/s/GPU|B200 $/M", ", no price sheet, counting output tokens", nil, nil, nil, render.Output, iso.Interactivity},
		"an axis by name":    {"x|B200 tok/s/GPU", "", sheet, nil, nil, "", iso.E2EL},
	} {
		grids, err := audit.Parse([]byte(table(c.head, "40|1 |1 ")))
		if err != nil {
			t.Fatal(err)
		}
		sel := selection()
		sel.Sheet, sel.Own, sel.OwnKw, sel.Axis = c.sheet, c.own, c.ownKw, c.axis
		if sel.Tokens = c.tokens; sel.Tokens == "" {
			sel.Tokens = render.Total
		}
		a, err := audit.Check(grids, sel, audit.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		want := "M, 8192/1024, at equal " + c.axis.Name() + " (p50)" + c.want
		if got := audit.Settings(a); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		var text strings.Builder
		if err := audit.WriteText(&text, a); err != nil || !strings.HasPrefix(text.String(), want+"\n") {
			t.Errorf("%s: %v %s", name, err, text.String())
		}
		if got := audit.ReportMarkdown(a, grids); !strings.HasPrefix(got, "**Checked against the measured points: "+want+"**\n") && !strings.Contains(want, "own") {
			t.Errorf("%s: %s", name, got)
		}
		for _, x := range a.Tables[0].Identities {
			if strings.Contains(x.Why, "output tok/s/GPU") != (c.tokens == render.Output) {
				t.Errorf("%s: %s", name, x.Why)
			}
		}
		if len(a.Prices.OwnKw) != len(c.ownKw) || (a.Tokens == "output") != (c.tokens == render.Output) {
			t.Errorf("%s: %+v %q", name, a.Prices, a.Tokens)
		}
	}
}
