package render

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
)

// CSV writes the sheet for programs and spreadsheets: a line per series and
// target, every quantity with its unit in the header, 12 significant digits,
// absent as an empty cell. RFC 4180 with CRLF; text that a spreadsheet would
// run as a formula is guarded with an apostrophe, numbers never are.
func CSV(sh *Sheet) string {
	var b strings.Builder
	line := func(fields []string) { b.WriteString(strings.Join(fields, ",") + "\r\n") }
	head := func(q Quantity) string { return words.Lower(q.Name()) + " (" + q.UnitOf(sh.Tokens) + ")" }
	perDollar := strings.TrimSuffix(TokensPerUsd.UnitOf(sh.Tokens), "/$") + " per dollar"
	line([]string{"model", "workload", "axis", "percentile", "target (" + sh.Corner() + ")", "series", "state",
		head(Throughput), head(Cost), perDollar, head(Energy), "directional",
		"bracket low x", "bracket low y", "bracket high x", "bracket high y",
		"ratio state", "ratio reason", "perf per dollar ratio", "throughput ratio", "price ($/GPU-hour)", "power (kW/GPU)",
		"first measured", "last measured", "note",
		"interactivity alone low x", "interactivity alone high x", "taken by first token low x", "taken by first token high x",
		head(PerMW), "tokens per joule ratio"})
	for _, r := range sh.Table.Rows {
		first, last, _ := r.Series.Span()
		for j := range r.Cells {
			c := &r.Cells[j]
			f := []string{CSVText(sh.Model), CSVText(sh.Workload), string(sh.Table.Spec.Axis), percentile(sh.Percentile),
				FormatTarget(c.Target), CSVText(r.Series.Name), string(c.Reading.State),
				Exact(c.Throughput()), Exact(c.UsdPerMtok), Exact(c.TokensPerUsd), Exact(c.JoulesPerToken), yesNo(c.Reading.Directional)}
			f = append(f, bracket(&r, c)...)
			if c.Ratio != nil {
				f = append(f, string(c.Ratio.State), CSVText(c.Ratio.Reason), Exact(c.Ratio.PerfPerDollar), Exact(c.Ratio.Throughput))
			} else {
				f = append(f, "", "", "", "")
			}
			note := ""
			if !c.Reading.State.Reachable() {
				note = Unreachable(r.Frontier, c.Reading.State)
			}
			if r.Series.Synthetic {
				note = strings.TrimSuffix("synthetic, not measured; "+note, "; ")
			}
			f = append(f, Exact(r.Series.Price), Exact(r.Series.Kw), first, last, CSVText(note))
			f = append(append(f, penalty(&r, c)...), Exact(c.PerMW))
			perJoule := opt.Float{}
			if b := sh.Table.Spec.Baseline; b >= 0 && c.Ratio != nil {
				perJoule = ratioOf(Energy, c, &sh.Table.Rows[b].Cells[j])
			}
			line(append(f, Exact(perJoule)))
		}
	}
	return b.String()
}

// bracket gives the neighbouring knots of an interpolated cell, else blanks.
func bracket(r *iso.Row, c *iso.Cell) []string {
	if c.Reading.State != iso.Interpolated {
		return []string{"", "", "", ""}
	}
	lo, hi := &r.Series.Points[c.Reading.Lo], &r.Series.Points[c.Reading.Hi]
	return []string{Exact(lo.X), Exact(lo.Y), Exact(hi.X), Exact(hi.Y)}
}

// penalty gives the penalty at the points that a cell rests on, else blanks.
func penalty(r *iso.Row, c *iso.Cell) []string {
	p, ok := r.Penalty(c)
	if !ok {
		return []string{"", "", "", ""}
	}
	return []string{Exact(opt.Of(p.Alone[0])), Exact(opt.Of(p.Alone[1])), Exact(opt.Of(p.Taken[0])), Exact(opt.Of(p.Taken[1]))}
}

// CSVText writes a text field: guarded against formulas, quoted where needed.
func CSVText(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		s = "'" + s
	}
	if strings.ContainsAny(s, ",\"\r\n") {
		s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func percentile(p int) string {
	if p == 0 {
		return ""
	}
	return strconv.Itoa(p)
}
