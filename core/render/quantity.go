// Package render writes one table as text: Markdown, CSV, HTML or LaTeX. Every
// number that a person reads goes through Quantity.Format, and every number
// that a program reads through Exact.
package render

import (
	"math"
	"strings"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/words"
)

// Quantity is what the cells of a table hold.
type Quantity string

const (
	Throughput   Quantity = "throughput"
	Cost         Quantity = "cost"
	Energy       Quantity = "energy"
	TokensPerUsd Quantity = "tokens-per-dollar"
	PerMW        Quantity = "throughput-per-mw"
)

// Quantities lists every Quantity.
var Quantities = []Quantity{Throughput, Cost, Energy, TokensPerUsd, PerMW}

// rule says how a quantity is named, which unit its header and its values
// share, and how its values are rounded for reading. It is one table so that a
// header and a value cannot disagree.
type rule struct {
	name, unit string // % in the unit stands where it says which tokens count
	prefix     string // before the number, as $ is
	digits     int    // significant digits, but never fewer than the integer part
}

var rules = map[Quantity]rule{
	Throughput:   {"Throughput", "%tok/s/GPU", "", 4},
	Cost:         {"Cost", "$/M %tokens", "$", 3},
	Energy:       {"Energy", "J/%token", "", 3},
	TokensPerUsd: {"Tokens per dollar", "%tokens/$", "", 3},
	PerMW:        {"Throughput per MW", "%tok/s/MW", "", 4},
}

// Name is the quantity in words.
func (q Quantity) Name() string { return rules[q].name }

// Unit is the unit of header and values where input and output tokens count.
func (q Quantity) Unit() string { return q.UnitOf(Total) }

// UnitOf is the unit where only some tokens count: output tok/s/GPU, $/M output
// tokens.
func (q Quantity) UnitOf(t Tokens) string {
	which := ""
	if t == Output || t == Input {
		which = string(t) + " "
	}
	return words.Escapes{"%", which}.Replace(rules[q].unit)
}

// Tokens says which tokens a throughput counts, and with it what cost and energy
// are per.
type Tokens string

const (
	Total  Tokens = "total" // input and output, the default
	Output Tokens = "output"
	Input  Tokens = "input"
)

// TokenKinds lists every Tokens, the default first.
var TokenKinds = []Tokens{Total, Output, Input}

// SmallerIsBetter reports the sense of the quantity.
func (q Quantity) SmallerIsBetter() bool { return q == Cost || q == Energy }

// Of picks the quantity from a cell.
func (q Quantity) Of(c *iso.Cell) opt.Float {
	switch q {
	case Cost:
		return c.UsdPerMtok
	case Energy:
		return c.JoulesPerToken
	case TokensPerUsd:
		return c.TokensPerUsd
	case PerMW:
		return c.PerMW
	}
	return c.Throughput()
}

// From derives the quantity from a throughput in tok/s/GPU, a price in
// $/GPU-hour and a power in kW/GPU; absent where what it needs is.
func (q Quantity) From(y, price, kw opt.Float) opt.Float {
	switch q {
	case Cost:
		return cost.UsdPerMtok(price, y)
	case Energy:
		return cost.JoulesPerToken(kw, y)
	case TokensPerUsd:
		return cost.TokensPerUsd(price, y)
	case PerMW:
		return cost.TokensPerSecondPerMW(kw, y)
	}
	return y
}

// Format rounds a value of the quantity for reading, with the quantity's own
// number of significant digits (0) or the one given. The integer part is never
// rounded away. Thousands are grouped with commas.
func (q Quantity) Format(v float64, n int) string {
	r := rules[q]
	if n <= 0 {
		n = r.digits
	}
	return r.prefix + Significant(v, n)
}

// FormatRatio writes a ratio: 2.12x, 110x.
func FormatRatio(v float64) string { return Significant(v, 3) + "x" }

// FormatTarget writes an axis value as short as it was given.
func FormatTarget(v float64) string { return digits.Text(v) }

// Brief is FormatTarget for a label: a number of more than 8 characters, as 1/22.5 ms
// has them, is written to 6 digits. Tables and fields have them all: a target that is
// read again has to meet its point.
func Brief(v float64) string {
	if s := FormatTarget(v); len(s) <= 8 {
		return s
	}
	return Significant(v, 6)
}

// Significant writes v with n significant digits, from 1 to 15, all digits of the
// integer part, thousands grouped, never an exponent between 1e-6 and 1e15.
func Significant(v float64, n int) string {
	a := math.Abs(v)
	switch {
	case a == 0:
		return digits.Fixed(v, 0)
	case !(a >= 1e-6 && a < 1e15):
		return digits.General(v, n)
	}
	return group(digits.Fixed(v, max(n-1-digits.Rounded(v, n), 0)))
}

// withoutZeros cuts the zeros that end a fraction, and a point that is left.
func withoutZeros(s string) string {
	if strings.IndexByte(s, '.') < 0 || strings.IndexByte(s, 'e') >= 0 {
		return s
	}
	for s[len(s)-1] == '0' {
		s = s[:len(s)-1]
	}
	return strings.TrimSuffix(s, ".")
}

// Exact writes a number for programs: 12 significant digits, a decimal point,
// no grouping. Absent is the empty string.
func Exact(v opt.Float) string {
	f, ok := v.Get()
	if !ok {
		return ""
	}
	return digits.Text(f)
}

func group(s string) string {
	sign := ""
	if strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	whole, frac := s, ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		whole, frac = s[:i], s[i:]
	}
	var b strings.Builder
	for i, d := range []byte(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteByte(d)
	}
	return sign + b.String() + frac
}
