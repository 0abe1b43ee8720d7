package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// FuzzSaid: whatever a text says, and whether the data have price sheets or none, it is
// taken or told of. What names no sheet of the data never chooses another.
func FuzzSaid(f *testing.F) {
	const own = "**Cost ($/M tokens) at equal interactivity (p50, the median), M, 8192/1024**\n\n|tok/s/user|B200|\n|-|-|\n|40|1|\n\n"
	f.Add(`<iso-table prices-as-of="none">` + "\n\n|tok/s/user|B200 $/M|\n|-|-|\n|40|1|\n")
	f.Add(own + "- Prices, $/GPU-hour: B200 none.\n- Measured: 2026-01-01 to 2026-02-01 (B200 (unofficial)), 2026-03-01.\n")
	f.Add(own + "- Prices, $/GPU-hour, hyperscaler, sheet of 1999-01-01: B200 $1.\n")
	f.Fuzz(func(t *testing.T, doc string) {
		grids, err := Parse([]byte(doc))
		if err != nil {
			return
		}
		index := &data.Index{}
		for range 2 {
			q := wire.Query{}
			collect(doc, grids, grids).into(&q, index)
			switch q.PricesAsOf { // the sheet, or before it
			case "", "2026-03-18", "2025-01-01":
			default:
				t.Fatalf("price sheet %q", q.PricesAsOf)
			}
			index.Sheets = []data.PriceSheet{{AsOf: "2026-03-18"}}
		}
	})
}

// TestNoSheetIsNoText: that word for the date of a sheet is a date that is none.
func TestNoSheetIsNoText(t *testing.T) {
	doc := `<iso-table prices-as-of="none">` + "\n\n|tok/s/user|B200 $/M|\n|-|-|\n|40|1|\n"
	grids, err := Parse([]byte(doc))
	if err != nil {
		t.Fatal(err)
	}
	for _, sheets := range [][]data.PriceSheet{nil, {{AsOf: "2026-03-18"}}} {
		q := wire.Query{}
		took, _, unknown := collect(doc, grids, grids).into(&q, &data.Index{Sheets: sheets})
		if q.PricesAsOf != "" || len(took) > 0 || len(unknown) != 1 || !strings.HasPrefix(unknown[0], "the text names the price sheet none, which is none of this data") {
			t.Errorf("%d sheets: %q %q %q", len(sheets), q.PricesAsOf, took, unknown)
		}
	}
	if got := beforeSheets(&data.Index{}); got != "" {
		t.Error(got)
	}
}

// TestMeasuredNote: dates stand alone or with systems, whose names may hold brackets.
func TestMeasuredNote(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-01.": "2026-01-01", "2026-01-01 to 2026-05-01, 2026-04-02.": "2026-05-01", "2026-01-01 (B200), 2026-01-02 (B200 (unofficial)).": "2026-01-02",
		"2026-01-01 (B200 (unofficial), H200 v0.5),\n2026-01-02\nto 2026-01-03\n(a (b (c)) d).": "2026-01-03",
		"2026-01-01": "", "2026-01-01 (B200.": "", "2026-01-01 B200.": "", "2026-01-01, and more.": "", "2026-01-01 (B200)).": "",
		strings.Repeat("2026-01-01 (a (b)), ", 5000) + "2026-01-02.": "2026-01-02",
	} {
		got := ""
		for _, s := range notes("Measured: "+text, nil) {
			got = s.measured
		}
		if got != want {
			t.Errorf("%.60s: %q, want %q", text, got, want)
		}
	}
	for _, unit := range []string{"Measured: 2026-01-01, ", "Measured: 2026-01-01 (", "2026-01-01 (a), ", "2026-01-01 (", "2026-01-01 \n"} {
		start := time.Now()
		notes("Measured: "+strings.Repeat(unit, MaxBytes/len(unit)), nil)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%s: %v", unit, took)
		}
	}
}
