package importer

import (
	"errors"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// cells are the texts of one row of a file by the names of its columns; "" for
// one that is not there.
type cells interface {
	cell(column string) string    // without white space around it
	rawText(column string) string // as its author wrote it
	intern(s string) string       // one shared copy of s
}

// row reads the cells of one row and remembers the first that is not sound.
type row struct {
	t                      cells
	bad                    bool
	column, reason, detail string
	remarks                []Note // on a row that is kept; without file and row
}

func (r *row) refuse(column, reason, detail string) {
	if !r.bad {
		r.bad, r.column, r.reason, r.detail = true, column, reason, detail
	}
}

func (r *row) remark(column, reason, detail string) {
	r.remarks = append(r.remarks, Note{Column: column, Reason: reason, Detail: detail})
}

// maxText is the longest text cell that is kept.
const maxText = 4096

const reasonTooLongText = "longer than 4096 bytes"

// text reads a text cell; required: it must not be empty. What it returns may
// be a part of the row: intern what is kept.
func (r *row) text(column string, required bool) string {
	s := r.t.rawText(column)
	switch why := unsoundText(s); {
	case s == "" && required:
		r.refuse(column, "is empty", "")
	case why == reasonTooLongText:
		r.refuse(column, why, "")
	case why != "":
		r.refuse(column, why, quote(s))
	default:
		return s
	}
	return ""
}

// unsoundText returns why a text is not kept, or "".
func unsoundText(s string) string {
	if len(s) > maxText {
		return reasonTooLongText
	}
	return data.UnsoundText(s)
}

// soundPoint refuses a point with a text that bundles do not hold, whatever
// field of the file it came from.
func (r *row) soundPoint(p *data.Point) {
	for _, f := range [...]struct{ column, text string }{
		{"hardware", p.Hardware}, {"framework", p.Framework}, {"precision", p.Precision}, {"spec_decoding", p.SpecDecoding},
	} {
		if why := data.UnsoundName(f.text); why != "" {
			r.refuse(f.column, why, quote(f.text))
		}
	}
	for _, f := range [...]struct{ column, text string }{
		{"model", p.Model}, {"workload", p.Workload}, {"recipe", p.Recipe}, {"run", p.Run}, {"source", p.Source},
	} {
		if why := unsoundText(f.text); why != "" {
			r.refuse(f.column, why, quote(f.text))
		}
	}
}

// internPoint makes the texts of a point that is kept shared copies.
func internPoint(t cells, p *data.Point) {
	for _, s := range []*string{
		&p.Model, &p.Workload, &p.Hardware, &p.Framework, &p.Precision, &p.SpecDecoding, &p.Recipe, &p.MeasuredOn, &p.Run, &p.Source,
	} {
		*s = t.intern(*s)
	}
}

// sign says which numbers a column may hold.
type sign int

const (
	positive    sign = iota // > 0
	notNegative             // >= 0
)

// number reads a number and scales it by 10^shift without rounding twice. An
// empty cell is absent.
func (r *row) number(column string, shift int, s sign) opt.Float {
	cell := r.t.cell(column)
	if cell == "" {
		return opt.Float{}
	}
	v, reason := parseNumber(cell, shift)
	switch {
	case reason != "":
		r.refuse(column, reason, quote(cell))
	case v < 0:
		r.refuse(column, "is negative", quote(cell))
	case v == 0 && s == positive:
		r.refuse(column, "is zero", "")
	}
	return opt.Of(v)
}

// whole reads a number that must be a whole one.
func (r *row) whole(column string, s sign) opt.Float {
	f := r.number(column, 0, s)
	if v, ok := f.Get(); ok && (v != float64(int64(v)) || v > 1<<53) {
		r.refuse(column, "is not a whole number", quote(r.t.cell(column)))
	}
	return f
}

// count reads a non-negative integer that fits 31 bits; an empty cell is 0 and
// false.
func (r *row) count(column string) (int, bool) {
	f := r.whole(column, notNegative)
	v, ok := f.Get()
	if ok && v > 1<<31-1 {
		r.refuse(column, "is too large", quote(r.t.cell(column)))
		return 0, false
	}
	return int(v), ok
}

// boolean reads true or false; an empty cell is the fallback.
func (r *row) boolean(column string, fallback bool) bool {
	cell := r.t.cell(column)
	switch strings.ToLower(cell) {
	case "":
		return fallback
	case "true", "yes", "1":
		return true
	case "false", "no", "0":
		return false
	}
	r.refuse(column, "is neither true nor false", quote(cell))
	return fallback
}

// date reads YYYY-MM-DD.
func (r *row) date(column string, required bool) string {
	cell := r.t.cell(column)
	switch {
	case cell == "" && required:
		r.refuse(column, "is empty", "")
	case cell != "" && !data.ValidDate(cell):
		r.refuse(column, "is not a date (YYYY-MM-DD)", quote(cell))
	default:
		return cell
	}
	return ""
}

// parseNumber reads a decimal number times 10^shift: only digits, a point, a
// sign and an exponent, so that "12,5", "0x10", "1_000", NaN and Inf are text.
// Shifting the decimal text instead of the value keeps every digit.
func parseNumber(s string, shift int) (v float64, reason string) {
	const notNumber = "is not a number"
	if len(s) > 64 || strings.Trim(s, "0123456789+-.eE") != "" || strings.ContainsFunc(s, func(c rune) bool {
		return !strings.ContainsRune("0123456789+-.eE", c)
	}) {
		return 0, notNumber
	}
	if shift != 0 {
		mantissa, exp := s, 0
		if i := strings.IndexAny(s, "eE"); i >= 0 {
			n, err := strconv.Atoi(s[i+1:])
			if err != nil {
				return 0, notNumber
			}
			mantissa, exp = s[:i], n
		}
		s = mantissa + "e" + strconv.Itoa(exp+shift)
	}
	v, err := strconv.ParseFloat(s, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, "is too large"
	case err != nil:
		return 0, notNumber
	}
	return v + 0, "" // -0 becomes 0
}

// formatNumber writes v times 10^-shift in the shortest decimal text that
// parseNumber reads back exactly.
func formatNumber(v float64, shift int) string {
	if v < 0 {
		return "-" + formatNumber(-v, shift)
	}
	text := strconv.FormatFloat(v, 'e', -1, 64) // d.ddde+dd
	mantissa, exp, _ := strings.Cut(text, "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	n, err := strconv.Atoi(exp)
	if err != nil {
		return text
	}
	// digits with the point after the first, times 10^n: point is where it goes.
	point := n - shift + 1
	switch {
	case point < -5 || point > 21:
		return mantissa + "e" + strconv.Itoa(n-shift)
	case point <= 0:
		return "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return digits + strings.Repeat("0", point-len(digits))
	}
	return digits[:point] + "." + digits[point:]
}

// guard puts an apostrophe before text that a spreadsheet would run as a
// formula, and before text that looks guarded already, so that unguard always
// gives the text back.
func guard(s string) string {
	if isFormula(strings.TrimLeft(s, "'")) {
		return "'" + s
	}
	return s
}

// unguard takes the apostrophe of guard away.
func unguard(s string) string {
	if strings.HasPrefix(s, "'") && isFormula(strings.TrimLeft(s, "'")) {
		return s[1:]
	}
	return s
}

func isFormula(s string) bool { return s != "" && strings.IndexByte("=+-@\t\r", s[0]) >= 0 }
