package audit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
)

// A price sheet in words: prices of 2026-03-18, the sheet of 18 March 2026, March 2026
// prices. What is measured then is not one.
const (
	sheetWord = `(?:prices?|pricing|priced|price[ -]?(?:sheet|list)|sheet|tco)`
	monthDate = `(?:(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?)?\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+(\d{1,2})(?:st|nd|rd|th)?,)?\s+(\d{4})\b`
)

var (
	sheetThenDate  = regexp.MustCompile(`\b` + sheetWord + `\b([^|\n.;]{0,40}?)\b(\d{4}-\d\d-\d\d)\b`)
	dateThenSheet  = regexp.MustCompile(`\b(\d{4}-\d\d-\d\d)\s+(?:[a-z-]+\s+){0,2}?` + sheetWord + `\b`)
	sheetThenMonth = regexp.MustCompile(`\b` + sheetWord + `\b([^|\n.;]{0,40}?)` + monthDate)
	monthThenSheet = regexp.MustCompile(monthDate + `\s+(?:[a-z-]+\s+){0,2}?` + sheetWord + `\b`)
	measuredThen   = regexp.MustCompile(`measur|benchmark|\bran?\b|\bruns?\b`)
)

var monthNames = strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec")

// sheetsNamed are the dates of those price sheets of the data that a text names. A month
// is of one sheet only where it has no other.
func sheetsNamed(text string, index *data.Index) (out []string) {
	text = strings.ToLower(text[:min(len(text), 4*mostAround)])
	add := func(prefix string) {
		found := ""
		for _, s := range index.Sheets {
			if strings.HasPrefix(s.AsOf, prefix) && s.AsOf != found {
				if found != "" {
					return
				}
				found = s.AsOf
			}
		}
		if found != "" && !slices.Contains(out, found) {
			out = append(out, found)
		}
	}
	for _, m := range sheetThenDate.FindAllStringSubmatch(text, MaxTables) {
		if !measuredThen.MatchString(m[1]) {
			add(m[2])
		}
	}
	for _, m := range dateThenSheet.FindAllStringSubmatch(text, MaxTables) {
		add(m[1])
	}
	for _, m := range append(sheetThenMonth.FindAllStringSubmatch(text, MaxTables), monthThenSheet.FindAllStringSubmatch(text, MaxTables)...) {
		if between := m[:len(m)-4]; len(between) > 1 && measuredThen.MatchString(between[1]) {
			continue
		}
		m = m[len(m)-4:]
		month := strconv.Itoa(100 + 1 + slices.Index(monthNames, m[1]))[1:]
		day := m[0] + m[2]
		if len(day) == 1 {
			day = "0" + day
		}
		add(strings.TrimSuffix(m[3]+"-"+month+"-"+day, "-"))
	}
	slices.Sort(out)
	return out
}
