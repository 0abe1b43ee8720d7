package importer

import (
	"io"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// PricesName is the name of the format of price sheets.
const PricesName = "price sheets (CSV)"

// Price sheets as CSV: one row per date, source and hardware.
var pricesFormat = Format{
	Name: PricesName,
	Recognise: func(h *Head) bool {
		names := h.CSV()
		return count(names, priceColumns[2:7]...) >= 1 && count(names, "as_of", "hardware") >= 1 &&
			count(names, measuredColumns...) == 0
	},
	Read: func(in File) (*Result, error) { return readPrices(in.Name, in.Reader) },
}

var priceColumns = []string{
	"as_of", "hardware",
	"hyperscaler_usd_per_gpu_hour", "neocloud_usd_per_gpu_hour", "rental_usd_per_gpu_hour",
	"all_in_kw_per_gpu", "tdp_w",
	"source",
}

func readPrices(name string, r io.Reader) (*Result, error) {
	t, err := openTable(PricesName, name, r, priceColumns, []string{"as_of", "hardware"})
	if err != nil {
		return nil, err
	}
	if count(headerSet(t.names), priceColumns[2:5]...) == 0 {
		return nil, t.missing([]string{"hyperscaler_usd_per_gpu_hour (or neocloud_ or rental_usd_per_gpu_hour)"})
	}
	type sheetKey struct{ asOf, source string }
	type rowKey struct {
		sheetKey
		hardware string
	}
	sheets := map[sheetKey]int{}
	rows := map[rowKey]data.PriceRow{}
	at := map[rowKey]int{}
	spelled := map[rowKey]string{} // hardware as spelled first, by its lower case
	for {
		ok, err := t.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return t.res, nil
		}
		row := &row{t: t}
		sheet := sheetKey{row.date("as_of", true), row.text("source", false)}
		p := data.PriceRow{Hardware: row.text("hardware", true)}
		for i, to := range []*opt.Float{&p.Hyperscaler, &p.Neocloud, &p.Rental, &p.AllInKw, &p.TDPW} {
			*to = row.number(priceColumns[2+i], 0, positive)
			if v, ok := to.Get(); ok && (v < data.LeastPrice || v > data.MostPrice) {
				row.refuse(priceColumns[2+i], "is not from 1e-06 to 1e+09", quote(row.t.cell(priceColumns[2+i])))
			}
		}
		row.plausiblePower(&p)
		if row.bad {
			t.refuse(row.column, row.reason, row.detail)
			continue
		}
		key := rowKey{sheet, p.Hardware}
		if before, ok := rows[key]; ok {
			reason := ReasonDuplicate
			if before != p {
				reason = "contradicts an earlier row"
			}
			t.refuse("", reason, "see row "+strconv.Itoa(at[key]))
			continue
		}
		low := rowKey{sheet, strings.ToLower(p.Hardware)}
		if before, ok := spelled[low]; ok {
			t.refuse("hardware", ReasonLetterCase, quote(p.Hardware)+", see row "+strconv.Itoa(at[rowKey{sheet, before}])+": "+quote(before))
			continue
		}
		sheet.source, p.Hardware = t.intern(sheet.source), t.intern(p.Hardware)
		key = rowKey{sheet, p.Hardware}
		spelled[low] = p.Hardware
		rows[key], at[key] = p, t.csv.row
		k, ok := sheets[sheet]
		if !ok {
			k = len(t.res.Sheets)
			sheets[sheet] = k
			t.res.Sheets = append(t.res.Sheets, data.PriceSheet{AsOf: sheet.asOf, Source: sheet.source})
			t.res.SheetRows = append(t.res.SheetRows, nil)
		}
		t.res.Sheets[k].Rows = append(t.res.Sheets[k].Rows, p)
		t.res.SheetRows[k] = append(t.res.SheetRows[k], t.csv.row)
		t.res.Kept++
	}
}

// plausiblePower refuses a power whose unit is mixed up, which a factor of 1000 shows:
// beside the chip's own, or by itself, as no GPU takes a hundred kilowatts.
func (r *row) plausiblePower(p *data.PriceRow) {
	kw, ok := p.AllInKw.Get()
	if !ok {
		return
	}
	tdp, beside := p.TDPW.Get()
	const reason = "implausible: watts and kilowatts mixed up?"
	switch ratio := kw * 1000 / tdp; {
	case beside && (ratio > 100 || ratio < 0.01):
		r.refuse("all_in_kw_per_gpu", reason, r.t.cell("all_in_kw_per_gpu")+" kW beside a tdp_w of "+r.t.cell("tdp_w")+" W")
	case !beside && kw >= 100:
		r.refuse("all_in_kw_per_gpu", reason, r.t.cell("all_in_kw_per_gpu")+" kW")
	}
}

// ReasonLetterCase is why a row of a price sheet is refused: of two rows that
// differ like this, a table would use whichever the results happen to spell.
const ReasonLetterCase = "differs from an earlier row only in letter case"

func headerSet(names []string) map[string]bool {
	out := map[string]bool{}
	for _, n := range names {
		out[n] = true
	}
	return out
}
