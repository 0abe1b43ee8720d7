package pack

import (
	"fmt"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/sources"
)

const reasonFuture = "lies after today by this machine's clock"

type sheetKey struct{ asOf, source string }

// sheet is the rows of a price sheet by their hardware in lower case.
type sheet map[string]sheetRow

type sheetRow struct {
	data.PriceRow
	file string
}

// addSheets takes the price sheets of a file, row by row. A row that another file has is
// refused; one that says otherwise is an error, for nothing tells which is right.
func (c *collector) addSheets(res *importer.Result, warn, refuse func(row int, column, reason, detail string)) error {
	for i, s := range res.Sheets {
		if s.AsOf > c.today && len(res.SheetRows[i]) > 0 {
			warn(res.SheetRows[i][0], "as_of", reasonFuture, s.AsOf)
		}
		rows := c.sheets[sheetKey{s.AsOf, s.Source}]
		if rows == nil {
			rows = sheet{}
			c.sheets[sheetKey{s.AsOf, s.Source}] = rows
		}
		for k, r := range s.Rows {
			low := strings.ToLower(r.Hardware)
			before, ok := rows[low]
			switch {
			case !ok:
				rows[low] = sheetRow{r, res.File}
				c.names.name(spelling{"hardware", r.Hardware}, res.File)
			case before.Hardware != r.Hardware:
				refuse(res.SheetRows[i][k], "hardware", importer.ReasonLetterCase, fmt.Sprintf("%q, %q in %s", r.Hardware, before.Hardware, before.file))
			case before.PriceRow != r:
				return fmt.Errorf("pack: %s: row %d: %s on %s contradicts %s",
					res.File, res.SheetRows[i][k], r.Hardware, s.AsOf, before.file)
			default:
				refuse(res.SheetRows[i][k], "", importer.ReasonDuplicate, "already in "+before.file)
			}
		}
		if len(rows) == 0 {
			delete(c.sheets, sheetKey{s.AsOf, s.Source})
		}
	}
	return nil
}

// settlePrices adds the sheets that ship with isofront when no input is a price
// sheet. Somebody's own prices are never replaced by others: of a file that was
// named and gives nothing, nothing is packed; of one found in a folder or a zip
// the report says so and costs stay absent.
func (c *collector) settlePrices() error {
	var useless []string
	for _, i := range c.prices {
		in := &c.report.Inputs[i]
		if in.Kept > 0 || in.Reasons()[importer.ReasonDuplicate] > 0 { // another file had them
			continue
		}
		useless = append(useless, in.File)
		if !c.named[in.File] {
			continue
		}
		why := "it holds no rows"
		switch n := in.RefusedOf.Total(); {
		case n == 1:
			why = "its only row is refused: " + in.Refused[0].String()
		case n > 1:
			why = fmt.Sprintf("all %d rows are refused, the first: %s", n, in.Refused[0])
		}
		return fmt.Errorf("pack: %s: no price in these price sheets: %s", in.File, why)
	}
	c.report.UselessPrices = useless
	if len(c.prices) > 0 {
		return nil
	}
	c.report.ShippedPrices = true
	return c.shippedSheets()
}

func (c *collector) shippedSheets() error {
	res, err := readShipped(sources.Prices)
	if err != nil {
		return err
	}
	for _, s := range res.Sheets {
		rows := sheet{}
		for _, r := range s.Rows {
			rows[strings.ToLower(r.Hardware)] = sheetRow{r, sources.Prices}
			c.names.name(spelling{"hardware", r.Hardware}, "the prices that come with isofront")
		}
		c.sheets[sheetKey{s.AsOf, s.Source}] = rows
	}
	return nil
}

// unpriced lists the hardware of an index's results that no sheet has a price for,
// sorted; nil without sheets.
func unpriced(index *data.Index) (out []string) {
	if len(index.Sheets) == 0 {
		return nil
	}
	priced := map[string]bool{}
	for i := range index.Sheets {
		for _, r := range index.Sheets[i].Rows {
			if r.Hyperscaler.Ok() || r.Neocloud.Ok() || r.Rental.Ok() {
				priced[words.Lower(r.Hardware)] = true
			}
		}
	}
	for _, b := range index.Bundles {
		for _, s := range b.Series {
			if !priced[words.Lower(s.Key.Hardware)] {
				out = append(out, s.Key.Hardware)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
