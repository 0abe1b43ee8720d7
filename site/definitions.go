package main

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// The calculators of the Definitions view. Every word of theirs is in the text
// of the view, which is fetched when it is first opened; what is here reads the
// fields and asks core for the numbers. A kind of calculator gives more results
// than any form shows, so that forms may share it: an absent field costs a form
// nothing but the results that need it.

// Bounds of what a calculator reads.
const (
	mostItems = 60
	mostTyped = 4000 // bytes of one field
	mostValue = 1e12
)

// calculate answers a calculator of a kind. Each field is a letter that says how
// it reads, then what was typed. The answer is the results in their order, "" for
// one that is absent; or "!" and the number of the field, from 0, that cannot be
// used.
func calculate(kind, typed string) string {
	var f fields
	bad := -1
	for i, field := range strings.Split(typed, fieldEnd) {
		var v []float64
		ok := field == ""
		if !ok {
			v, ok = readField(field[0], trim(clip(field[1:], mostTyped)))
		}
		if !ok && bad < 0 {
			bad = i
		}
		f = append(f, v)
	}
	var out results
	if bad < 0 {
		switch kind {
		case "stream":
			bad = out.stream(f)
		case "request":
			bad = out.request(f)
		case "sample":
			bad = out.sample(f)
		case "goodput":
			bad = out.goodput(f)
		case "money":
			out.money(f)
		case "curve":
			out.curve(f)
		}
	}
	if bad >= 0 {
		return "!" + strconv.Itoa(bad)
	}
	return strings.Join(out, fieldEnd)
}

// How a field reads. A capital is a list, divided by commas or line breaks.
const (
	aboveZero = '>' // one number above 0
	mayBeNone = '?' // one number, or nothing
	aList     = 'N'
	ofPairs   = 'P' // a:b
	ofThrees  = 'T' // a:b:c
	ofChunks  = 'C' // a time, and after it what the chunk carries
)

// readField gives a field's numbers: one, none, or those of all groups in turn.
// A chunk is a group of its time, kind and number of tokens.
func readField(how byte, s string) (out []float64, ok bool) {
	if how == mayBeNone && s == "" {
		return nil, true
	}
	each := map[byte]int{aboveZero: 1, mayBeNone: 1, aList: 1, ofPairs: 2, ofThrees: 3, ofChunks: 3}[how]
	items := []string{s}
	if how >= 'A' {
		items = strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == '\n' })
	}
	if len(items) > mostItems {
		return nil, false
	}
	for _, item := range items {
		parts := strings.Split(trim(item), ":")
		if how == ofChunks {
			parts = readChunk(trim(item))
		}
		if len(parts) != each {
			return nil, false
		}
		for _, part := range parts {
			v, ok := number(trim(part), mostValue)
			if how != aboveZero && !ok && strings.Trim(part, " 0.") == "" && strings.Contains(part, "0") {
				ok = true // 0 itself
			}
			if !ok {
				return nil, false
			}
			out = append(out, v)
		}
	}
	return out, len(out) > 0
}

// kinds are the words for what a chunk carries, in the order of formula.Kind.
const kinds = " role empty usage text reasoning tool "

// readChunk gives a chunk's time, kind and tokens: one of text where nothing else
// is said.
func readChunk(s string) []string {
	at, what, _ := strings.Cut(s, " ")
	if what = trim(what); what == "" {
		what = "1"
	}
	if i := strings.Index(kinds, " "+what+" "); i >= 0 {
		return []string{at, strconv.Itoa(strings.Count(kinds[:i], " ")), "1"}
	}
	return []string{at, strconv.Itoa(int(formula.Content)), what}
}

// fields are the numbers that were typed, by field.
type fields [][]float64

func (f fields) list(i int) []float64 {
	if i < len(f) {
		return f[i]
	}
	return nil
}

// one is a field's single value; absent where the form lacks the field.
func (f fields) one(i int) opt.Float {
	if v := f.list(i); len(v) > 0 {
		return opt.Of(v[0])
	}
	return opt.Float{}
}

// results are what a calculator gives, as text.
type results []string

// put adds results, times scale, to four digits, without zeros at the end.
func (r *results) put(scale float64, values ...opt.Float) {
	for _, v := range values {
		s := ""
		if x, ok := v.Get(); ok {
			if s = render.Significant(x*scale, 4); strings.Contains(s, ".") && !strings.Contains(s, "e") {
				s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
			}
		}
		*r = append(*r, s)
	}
}
