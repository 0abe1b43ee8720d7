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
	head := func(q Quantity) string { return words.Lower(q.Name()) + " (" + q.UnitOf(sh.Tokens) + ")" }
	var l csvLines
	l.plain("model,workload,axis,percentile,target (" + sh.Table.Spec.Axis.Unit() + "),series,state," + head(Throughput) + "," + head(Cost) + "," +
		strings.TrimSuffix(TokensPerUsd.UnitOf(sh.Tokens), "/$") + " per dollar," + head(Energy) + ",directional," +
		"bracket low x,bracket low y,bracket high x,bracket high y," +
		"ratio state,ratio reason,perf per dollar ratio,throughput ratio,price ($/GPU-hour),power (kW/GPU)," +
		"first measured,last measured,note," +
		"interactivity alone low x,interactivity alone high x,taken by first token low x,taken by first token high x," +
		head(PerMW) + ",tokens per joule ratio")
	l.end()
	for _, r := range sh.Table.Rows {
		first, last, _ := r.Series.Span()
		for j := range r.Cells {
			c := &r.Cells[j]
			l.text(sh.Model)
			l.text(sh.Workload)
			l.plain(string(sh.Table.Spec.Axis))
			l.plain(percentile(sh.Percentile))
			l.plain(FormatTarget(c.Target))
			l.text(r.Series.Name)
			l.plain(c.Reading.State.String())
			l.numbers(c.Throughput(), c.UsdPerMtok, c.TokensPerUsd, c.JoulesPerToken)
			l.plain(yesNo(c.Reading.Directional))
			l.bracket(&r, c)
			perJoule := opt.Float{}
			if c.Ratio.State != iso.NoBaseline {
				l.plain(c.Ratio.State.String())
				l.text(c.Ratio.State.Reason())
				l.numbers(c.Ratio.PerfPerDollar, c.Ratio.Throughput)
				if b := sh.Table.Spec.Baseline; b >= 0 {
					perJoule = ratioOf(Energy, c, &sh.Table.Rows[b].Cells[j])
				}
			} else {
				l.plain(fourBlanks)
			}
			note := ""
			if !c.Reading.State.Reachable() {
				note = Unreachable(r.Frontier, c)
			}
			if r.Series.Synthetic {
				note = strings.TrimSuffix("synthetic, not measured; "+note, "; ")
			}
			l.numbers(r.Series.Price, r.Series.Kw)
			l.plain(first)
			l.plain(last)
			l.text(note)
			l.penalty(&r, c)
			l.numbers(c.PerMW, perJoule)
			l.end()
		}
	}
	return string(l)
}

// csvLines is a CSV as it grows, field by field: a list of fields for each line
// would be twice the code.
type csvLines []byte

// fourBlanks are four empty fields.
const fourBlanks = ",,,"

// plain adds a field, or several, that need no guard.
func (l *csvLines) plain(s string) { *l = append(append(*l, s...), ',') }

// text adds a field that may need one.
func (l *csvLines) text(s string) { l.plain(CSVText(s)) }

func (l *csvLines) numbers(values ...opt.Float) {
	for _, v := range values {
		l.plain(Exact(v))
	}
}

// end makes the end of the line of the last comma.
func (l *csvLines) end() { *l = append((*l)[:len(*l)-1], "\r\n"...) }

// bracket gives the neighbouring knots of an interpolated cell, else blanks.
func (l *csvLines) bracket(r *iso.Row, c *iso.Cell) {
	if c.Reading.State != iso.Interpolated {
		l.plain(fourBlanks)
		return
	}
	lo, hi := &r.Series.Points[c.Reading.Lo], &r.Series.Points[c.Reading.Hi]
	l.numbers(lo.X, lo.Y, hi.X, hi.Y)
}

// penalty gives the penalty at the points that a cell rests on, else blanks.
func (l *csvLines) penalty(r *iso.Row, c *iso.Cell) {
	p, ok := r.Penalty(c)
	if !ok {
		l.plain(fourBlanks)
		return
	}
	l.numbers(opt.Of(p.Alone[0]), opt.Of(p.Alone[1]), opt.Of(p.Taken[0]), opt.Of(p.Taken[1]))
}

// CSVText writes a text field: guarded against formulas, quoted where needed.
func CSVText(s string) string {
	if s != "" {
		switch s[0] {
		case '=', '+', '-', '@', '\t', '\r':
			s = "'" + s
		}
	}
	for _, c := range []byte(s) {
		switch c {
		case ',', '"', '\r', '\n':
			return `"` + words.Escapes{`"`, `""`}.Replace(s) + `"`
		}
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
