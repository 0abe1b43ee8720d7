package audit

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
)

// TestSheetsNamed: a date counts where it is a sheet's and the words speak of prices; a
// month where one sheet is of it.
func TestSheetsNamed(t *testing.T) {
	index := &data.Index{}
	for _, date := range []string{"2026-03-18", "2026-07-14", "2026-07-30", "2026-08-14"} {
		index.Sheets = append(index.Sheets, data.PriceSheet{AsOf: date})
	}
	for text, want := range map[string]string{
		"at prices of 2026-03-18":                                     "2026-03-18",
		"hyperscaler, sheet of 2026-07-14 (somebody)":                 "2026-07-14",
		"by the 2026-08-14 price sheet":                               "2026-08-14",
		"at March 2026 prices":                                        "2026-03-18",
		"Mar 2026 hyperscaler pricing":                                "2026-03-18",
		"priced as of 18 March 2026":                                  "2026-03-18",
		"priced as of March 18, 2026":                                 "2026-03-18",
		"priced as of March 17, 2026":                                 "",
		"July 2026 prices":                                            "", // of two
		"prices of July 30th, 2026":                                   "2026-07-30",
		"prices of 2026-03-19":                                        "",
		"measured 2026-03-18":                                         "",
		"Prices vary; 2026-03-18 is when it ran":                      "",
		"prices, measured on 2026-03-18":                              "",
		"| price | 2026-03-18 |":                                      "",
		"prices of 2026-03-18, and the prices of 2026-07-14":          "2026-03-18 2026-07-14",
		"March 2026 prices, that is the sheet of 2026-03-18":          "2026-03-18",
		strings.Repeat("and so on ", 30_000) + "prices of 2026-03-18": "", // too far from where it begins
	} {
		if got := strings.Join(sheetsNamed(text, index), " "); got != want {
			t.Errorf("%.80q: %q, want %q", text, got, want)
		}
	}
}
