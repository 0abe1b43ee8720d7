package main

import (
	"math"
	"unicode/utf8"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/msgpack"
	"github.com/isofront/isofront/data/wire"
)

// Bounds of a query, wide of anything a page asks and narrow enough that a
// query costs the module a few times its own bytes.
const (
	maxQuery = 1 << 20 // bytes of a message
	maxText  = 4096    // bytes of one string
	maxItems = 65536   // elements of one list
)

// queryError says where a message stops being a query.
type queryError string

func (e queryError) Error() string { return "wasm: query: " + string(e) }

// decodeQuery reads one wire.Query, a msgpack map by field name. Every field
// may be missing or nil and then has its default. It is written by hand rather
// than generated for three reasons: hosts without a float type send 20 for
// 20.0, and any msgpack number is taken where one is wanted; a count is checked
// against the bytes that remain before anything is made for it; and a field
// that is not known is an error, since a misspelt one would answer a question
// that nobody asked.
func decodeQuery(message []byte) (wire.Query, error) {
	var q wire.Query
	if len(message) > maxQuery {
		return q, queryError("longer than " + digits.Int(maxQuery) + " bytes")
	}
	r := reader{Reader: msgpack.Reader{Rest: message}}
	fields, seen := fieldsOf(&q), 0
	for range r.mapLen() {
		r.where = ""
		name := r.text()
		if r.err != nil {
			break
		}
		at := 0
		for at < len(fields) && fields[at].Name != name {
			at++
		}
		switch {
		case at == len(fields):
			r.failAt(name, "is no field of a query")
		case seen>>at&1 != 0:
			r.failAt(name, "is there twice")
		}
		if r.err != nil {
			break
		}
		seen |= 1 << at
		r.where = name
		r.into(fields[at].To)
	}
	r.where = ""
	if r.err == nil && len(r.Rest) != 0 {
		r.fail(digits.Int(len(r.Rest)) + " bytes after its end")
	}
	if r.err != nil {
		return wire.Query{}, r.err
	}
	return q, nil
}

// into reads the value of a field; nil leaves it at its default.
func (r *reader) into(to any) {
	if r.Kind() == msgpack.Nil {
		r.Skip()
		return
	}
	switch dst := to.(type) {
	case *string:
		*dst = r.text()
	case *bool:
		*dst = r.Bool()
		r.check("true or false")
	case *int:
		*dst = r.integer()
	case *float64:
		*dst = r.number()
	case *[]string:
		for range r.listLen() {
			*dst = append(*dst, r.text())
		}
	case *[]float64:
		for range r.listLen() {
			*dst = append(*dst, r.number())
		}
	case *map[string]float64:
		n := r.mapLen()
		*dst = make(map[string]float64)
		for range n {
			key := r.text()
			(*dst)[key] = r.number()
		}
	}
}

// fieldsOf says where the value of each field goes. There are at most 32.
func fieldsOf(q *wire.Query) []msgpack.Field {
	return []msgpack.Field{
		{Name: "verb", To: &q.Verb},
		{Name: "model", To: &q.Model},
		{Name: "workload", To: &q.Workload},
		{Name: "series", To: &q.Series},
		{Name: "baseline", To: &q.Baseline},
		{Name: "as_of", To: &q.AsOf},
		{Name: "all_dates", To: &q.AllDates},
		{Name: "targets", To: &q.Targets},
		{Name: "axis", To: &q.Axis},
		{Name: "percentile", To: &q.Percentile},
		{Name: "basis", To: &q.Basis},
		{Name: "prices_as_of", To: &q.PricesAsOf},
		{Name: "prices", To: &q.Prices},
		{Name: "powers", To: &q.Powers},
		{Name: "chain", To: &q.Chain},
		{Name: "reach", To: &q.Reach},
		{Name: "tokens", To: &q.Tokens},
		{Name: "bound", To: &q.Bound},
		{Name: "limit", To: &q.Limit},
		{Name: "quantities", To: &q.Quantities},
		{Name: "digits", To: &q.Digits},
		{Name: "format", To: &q.Format},
	}
}

// reader words what a msgpack.Reader refuses and holds values to the bounds of a
// query. It keeps the first error; after one every value is zero and every count
// 0.
type reader struct {
	msgpack.Reader
	where string
	err   error
}

func (r *reader) fail(why string) {
	if r.err != nil {
		return
	}
	if r.where != "" {
		why = r.where + ": " + why
	}
	r.err = queryError(why)
	r.Fail(msgpack.Other, msgpack.None) // nothing more is taken
}

// failAt names a field in quotes, since it may be any text.
func (r *reader) failAt(name, why string) { r.fail("field " + words.Quote(name) + " " + why) }

// check words the reader's own fault, if there is one: cut short, or not what is
// wanted.
func (r *reader) check(want string) bool {
	switch {
	case !r.Failed():
		return true
	case r.Fault.Got == msgpack.None:
		r.fail("cut short")
	default:
		r.fail("not " + want)
	}
	return false
}

func (r *reader) listLen() int { return r.count(r.List(), "a list") }
func (r *reader) mapLen() int  { return r.count(r.Map(), "a map") }

func (r *reader) count(n int, want string) int {
	if !r.check(want) {
		return 0
	}
	if n > maxItems {
		r.fail("more than " + digits.Int(maxItems) + " elements")
		return 0
	}
	return n
}

func (r *reader) text() string {
	s := r.TextHere()
	switch {
	case !r.check("text"):
		return ""
	case len(s) > maxText:
		r.fail("text of more than " + digits.Int(maxText) + " bytes")
		return ""
	case !utf8.Valid(s):
		r.fail("text is not UTF-8")
		return ""
	}
	return string(s) // a copy: the block is the host's again after the call
}

// number reads a finite number of any msgpack type.
func (r *reader) number() float64 {
	v := r.Number()
	if r.check("a number") && (math.IsNaN(v) || math.IsInf(v, 0)) {
		r.fail("a number that is not finite")
		return 0
	}
	return v
}

func (r *reader) integer() int {
	v := r.number()
	if v != math.Trunc(v) || math.Abs(v) > math.MaxInt32 {
		r.fail("not a whole number")
		return 0
	}
	return int(v)
}
