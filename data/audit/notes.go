package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
)

// The notes under isofront's own tables, in every form of text: see render.Notes. Lines
// may have been broken anew, and thousands have been grouped.
var (
	noteStart = regexp.MustCompile(`Prices,\s+\\?\$/GPU-hour|Energy\s+is\s+modelled\s+from\s+all-in\s+power,\s+kW/GPU`)
	noteName  = regexp.MustCompile(`^(?:,\s+(\w+))??(?:,\s+sheet\s+of\s+(\d{4}-\d\d-\d\d)(?:\s+\([^\n]{0,300}?\))?)?:\s+`)
	noteItem  = regexp.MustCompile(`^([^\s,:$]+)\s+(?:\\?\$)?(none|` + noteValue + `)(\s+\(own\))?(,\s+)?`)
	noteMore  = regexp.MustCompile(`^[^\n]{0,200}`)
	noteEnd   = regexp.MustCompile(`^(?:[.;](?:[\s<*_\\"&]|$)|[*_"]*\s*(?:[<\n]|$))`)
)

const noteValue = `-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[\d.e+-]*\d`

// mostItems bounds the kinds of hardware of a note, longestItem what is said of one.
const mostItems, longestItem = 1000, 400

// hasPriceNote reports whether a text has a note of prices.
func hasPriceNote(doc string) bool {
	return slices.ContainsFunc(notes(unixLines(doc), nil), func(s statement) bool { return len(s.prices.prices) > 0 })
}

// notes finds the notes of prices, of powers and of measuring dates. One stands under the
// tables that follow the one before it, or where none do under the same.
func notes(doc string, grids []Grid) (out []statement) {
	under := func(since, from, to int) int {
		for i := range grids {
			if grids[i].Line >= from && grids[i].Line <= to {
				return from
			}
		}
		return since
	}
	type span struct{ since, from int }
	spans := map[byte]span{'P': {1, 1}, 'E': {1, 1}}
	for _, at := range noteStart.FindAllStringIndex(doc, mostStated) {
		s := readNote(doc, at[0], at[1])
		x := spans[doc[at[0]]]
		s.from = under(x.since, x.from, s.to)
		spans[doc[at[0]]] = span{s.from, s.to + 1}
		out = append(out, s)
	}
	x := span{1, 1}
	for _, at := range measuredNote.FindAllStringIndex(doc, mostStated) {
		day, ok := measuredDay(doc, at[1]-len("2006-01-02"))
		if !ok {
			continue
		}
		s := statement{to: lineAt(doc, at[0]), measured: day}
		s.from = under(x.since, x.from, s.to)
		x = span{s.from, s.to + 1}
		out = append(out, s)
	}
	return out
}

// readNote reads the note that begins at start: its first words end at body. What it says
// and cannot be read is a fault of what it says.
func readNote(doc string, start, body int) statement {
	s := statement{to: lineAt(doc, start)}
	what, pick := "price", func(f *said) *map[string]float64 { return &f.prices }
	if doc[start] == 'E' {
		what, pick = "power", func(f *said) *map[string]float64 { return &f.powers }
	}
	fail := func(at int) statement {
		text := strings.TrimSpace(noteMore.FindString(doc[at:]))
		s.prices.faults = append(s.prices.faults, fmt.Sprintf("%s %s (line %d)", what, quote(text), s.to))
		return s
	}
	m := noteName.FindStringSubmatchIndex(doc[body:])
	if m == nil {
		return fail(start)
	}
	part := func(k int) string {
		if m[2*k] < 0 {
			return ""
		}
		return doc[body+m[2*k] : body+m[2*k+1]]
	}
	s.says = map[string]string{embed.Basis: part(1), embed.PricesAsOf: part(2)}
	at := body + m[1]
	priced, none := 0, []string{}
	for range mostItems {
		item := noteItem.FindStringSubmatch(doc[at:min(len(doc), at+longestItem)])
		if item == nil {
			return fail(at)
		}
		end := at + len(item[0])
		if item[4] == "" && !noteEnd.MatchString(doc[end:]) {
			return fail(at)
		}
		hardware := strings.ReplaceAll(item[1], `\`, "")
		to := &s.prices
		switch {
		case item[2] == "none":
			none = append(none, hardware)
		case item[3] != "":
			to = &s.own
			fallthrough
		default:
			if to == &s.prices {
				priced++
			}
			to.say(pick(to), what, hardware, item[2])
		}
		if at = end; item[4] == "" {
			break
		}
	}
	if priced == 0 && part(2) == "" {
		s.unpriced = none
	}
	return s
}

// idleNotes are the lines of those notes that stand under no table of isofront's own.
func idleNotes(all []statement, grids []Grid) (lines []int) {
	for k := range all {
		s := &all[k]
		of := func(g Grid) bool { return g.Line >= s.from && g.Line <= s.to && g.isOwn() }
		figures := len(s.prices.prices)+len(s.prices.powers)+len(s.own.prices)+len(s.own.powers)+len(s.prices.faults) > 0
		if !s.tag && figures && !slices.ContainsFunc(grids, of) {
			lines = append(lines, s.to)
		}
	}
	return lines
}

// withoutSheet takes that no sheet had a price of hardware of which there are prices, and
// a date before every sheet, for what they say: that there was none.
func (t *stated) withoutSheet(index *data.Index) {
	if len(index.Sheets) == 0 {
		return
	}
	priced := func(hardware string) bool {
		return slices.ContainsFunc(index.Sheets, func(s data.PriceSheet) bool { _, ok := s.Row(strings.ToLower(hardware)); return ok })
	}
	if slices.ContainsFunc(t.unpriced, priced) {
		t.say(map[string]string{embed.PricesAsOf: noSheet})
	}
	dates := t.values[embed.PricesAsOf]
	for i, date := range dates {
		if data.ValidDate(date) && date < index.Sheets[0].AsOf {
			dates[i] = noSheet
		}
	}
	slices.Sort(dates)
	t.values[embed.PricesAsOf] = slices.Compact(dates)
}

// beforeSheets is a date before every price sheet, "" where there is none.
func beforeSheets(index *data.Index) string {
	if len(index.Sheets) == 0 {
		return ""
	}
	first, _, _ := strings.Cut(index.Sheets[0].AsOf, "-")
	year, _ := strconv.Atoi(first)
	return fmt.Sprintf("%04d-01-01", max(year-1, 1))
}
