package importer

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

const priceHeader = "as_of,hardware,hyperscaler_usd_per_gpu_hour,neocloud_usd_per_gpu_hour,rental_usd_per_gpu_hour,all_in_kw_per_gpu,tdp_w,source\n"

func TestPrices(t *testing.T) {
	res, err := Read("prices.csv", strings.NewReader(priceHeader+
		"2026-03-18,h100,1.3,1.69,1.3,1.73,,\"A, B\"\n"+
		"2026-03-18,b200,1.95,,,,,\"A, B\"\n"+
		"2026-07-14,h100,1.3,1.69,1.3,1.37,700,C\n"+
		"2026-03-18,h100,1.3,1.69,1.3,1.73,,\"A, B\"\n"+
		"2026-03-18,h100,9,1.69,1.3,1.73,,\"A, B\"\n"+
		"2026-03-18,h200,-1,,,,,\"A, B\"\n"+
		"2026-03-18,h200,free,,,,,\"A, B\"\n"+
		"2026-03-18,h200,0,,,,,\"A, B\"\n"+
		"March,h200,1,,,,,\"A, B\"\n"+
		",h200,1,,,,,\"A, B\"\n"+
		"2026-03-18,,1,,,,,\"A, B\"\n"+
		"2026-03-18,h200,1e308,,,,,\"A, B\"\n"+
		"2026-03-18,h200,,1e-9,,,,\"A, B\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	sheets := []data.PriceSheet{
		{AsOf: "2026-03-18", Source: "A, B", Rows: []data.PriceRow{
			{Hardware: "h100", Hyperscaler: opt.Of(1.3), Neocloud: opt.Of(1.69), Rental: opt.Of(1.3), AllInKw: opt.Of(1.73)},
			{Hardware: "b200", Hyperscaler: opt.Of(1.95)}}},
		{AsOf: "2026-07-14", Source: "C", Rows: []data.PriceRow{
			{Hardware: "h100", Hyperscaler: opt.Of(1.3), Neocloud: opt.Of(1.69), Rental: opt.Of(1.3), AllInKw: opt.Of(1.37), TDPW: opt.Of(700)}}},
	}
	if diff := cmp.Diff(sheets, res.Sheets, cmp.Comparer(func(a, b opt.Float) bool { return a == b })); diff != "" {
		t.Errorf("sheets (-want +got):\n%s", diff)
	}
	refused := []string{
		"prices.csv: row 5: duplicate row: see row 2",
		"prices.csv: row 6: contradicts an earlier row: see row 2",
		`prices.csv: row 7: hyperscaler_usd_per_gpu_hour: is negative: "-1"`,
		`prices.csv: row 8: hyperscaler_usd_per_gpu_hour: is not a number: "free"`,
		"prices.csv: row 9: hyperscaler_usd_per_gpu_hour: is zero",
		`prices.csv: row 10: as_of: is not a date (YYYY-MM-DD): "March"`,
		"prices.csv: row 11: as_of: is empty",
		"prices.csv: row 12: hardware: is empty",
		`prices.csv: row 13: hyperscaler_usd_per_gpu_hour: is not from 1e-06 to 1e+09: "1e308"`,
		`prices.csv: row 14: neocloud_usd_per_gpu_hour: is not from 1e-06 to 1e+09: "1e-9"`,
	}
	if diff := cmp.Diff(refused, notes(res.Refused)); diff != "" || res.Kept != 3 {
		t.Errorf("kept %d, refused (-want +got):\n%s", res.Kept, diff)
	}
}

func TestPriceFileErrors(t *testing.T) {
	for text, want := range map[string]string{
		"as_of,tdp_w\n":          "importer: prices.csv: missing column hardware",
		"as_of,hardware,tdp_w\n": "importer: prices.csv: missing column hyperscaler_usd_per_gpu_hour (or neocloud_ or rental_usd_per_gpu_hour)",
	} {
		if _, err := Read("prices.csv", strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestSourceList(t *testing.T) {
	res, err := Read("sources.csv", strings.NewReader("id,title,url,note,dated\na,A,https://example.com/a,,true\na,A,,,\n,B,,,\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []data.Source{{ID: "a", Title: "A", URL: "https://example.com/a", Dated: true}}
	refused := []string{"sources.csv: row 3: id: duplicate row: see row 2", "sources.csv: row 4: id: is empty"}
	if diff := cmp.Diff(want, res.Sources) + cmp.Diff(refused, notes(res.Refused)); diff != "" {
		t.Error(diff)
	}
}

func FuzzPriceCSV(f *testing.F) {
	f.Add([]byte(priceHeader + "2026-03-18,h100,1.3,1.69,1.3,1.73,,s\n"))
	f.Add([]byte("\ufeff" + priceHeader + "\"2026-03-18\",h100,,,,,,\"a\"\"b\"\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		res, err := readPrices("f.csv", strings.NewReader(string(text)))
		if err != nil {
			return
		}
		if _, err := data.EncodeIndex(&data.Index{Sheets: res.Sheets}); err != nil {
			t.Fatalf("what was read cannot be kept: %v", err)
		}
	})
}

// A power in the other unit is refused, not a thousand times the energy shown.
func TestPowersInTheOtherUnit(t *testing.T) {
	rows := []string{"1.37,700", "1370,700", "1.37,0.7", "1370,", "23,", ",700", ",0.7", "0.004,700"}
	text := priceHeader
	for i, r := range rows {
		text += "2026-07-14,h" + string(rune('a'+i)) + ",2,2,2," + r + ",s\n"
	}
	res, err := Read("prices.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	const why = ": all_in_kw_per_gpu: implausible: watts and kilowatts mixed up?: "
	want := []string{
		"prices.csv: row 3" + why + "1370 kW beside a tdp_w of 700 W", "prices.csv: row 4" + why + "1.37 kW beside a tdp_w of 0.7 W",
		"prices.csv: row 5" + why + "1370 kW", "prices.csv: row 9" + why + "0.004 kW beside a tdp_w of 700 W",
	}
	if diff := cmp.Diff(want, notes(res.Refused)); diff != "" || res.Kept != 4 {
		t.Errorf("%d kept, (-want +got):\n%s", res.Kept, diff)
	}
}
