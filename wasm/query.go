package main

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/tinylib/msgp/msgp"

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
		return q, queryError("longer than " + strconv.Itoa(maxQuery) + " bytes")
	}
	r := reader{rest: message}
	fields := r.mapLen()
	seen := make(map[string]bool, 16)
	for i := 0; i < fields && r.err == nil; i++ {
		r.where = ""
		name := r.text()
		if r.err != nil {
			break
		}
		if seen[name] {
			r.failAt(name, "is there twice")
			break
		}
		seen[name] = true
		r.where = name
		r.field(&q, name)
	}
	r.where = ""
	if r.err == nil && len(r.rest) != 0 {
		r.fail(strconv.Itoa(len(r.rest)) + " bytes after its end")
	}
	if r.err != nil {
		return wire.Query{}, r.err
	}
	return q, nil
}

// field reads the value of one named field.
func (r *reader) field(q *wire.Query, name string) {
	var dst any
	switch name {
	case "verb":
		dst = &q.Verb
	case "model":
		dst = &q.Model
	case "workload":
		dst = &q.Workload
	case "series":
		dst = &q.Series
	case "baseline":
		dst = &q.Baseline
	case "as_of":
		dst = &q.AsOf
	case "all_dates":
		dst = &q.AllDates
	case "targets":
		dst = &q.Targets
	case "axis":
		dst = &q.Axis
	case "percentile":
		dst = &q.Percentile
	case "basis":
		dst = &q.Basis
	case "prices_as_of":
		dst = &q.PricesAsOf
	case "prices":
		dst = &q.Prices
	case "powers":
		dst = &q.Powers
	case "chain":
		dst = &q.Chain
	case "reach":
		dst = &q.Reach
	case "tokens":
		dst = &q.Tokens
	case "bound":
		dst = &q.Bound
	case "limit":
		dst = &q.Limit
	default:
		r.where = ""
		r.failAt(name, "is no field of a query")
		return
	}
	if msgp.IsNil(r.rest) {
		r.rest = r.rest[1:]
		return
	}
	switch dst := dst.(type) {
	case *string:
		*dst = r.text()
	case *bool:
		*dst = r.boolean()
	case *int:
		*dst = r.integer()
	case *float64:
		*dst = r.number()
	case *[]string:
		n := r.listLen()
		for i := 0; i < n && r.err == nil; i++ {
			*dst = append(*dst, r.text())
		}
	case *[]float64:
		n := r.listLen()
		for i := 0; i < n && r.err == nil; i++ {
			*dst = append(*dst, r.number())
		}
	case *map[string]float64:
		n := r.mapLen()
		*dst = make(map[string]float64)
		for i := 0; i < n && r.err == nil; i++ {
			key := r.text()
			(*dst)[key] = r.number()
		}
	}
}

// reader takes values off the front of a message and keeps the first error.
// After an error every value is zero.
type reader struct {
	rest  []byte
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
}

// failAt names a field in quotes, since it may be any text.
func (r *reader) failAt(name, why string) { r.fail("field " + strconv.Quote(name) + " " + why) }

// failRead words an error of msgp's: cut short, or of another type.
func (r *reader) failRead(want string, err error) {
	if err == msgp.ErrShortBytes {
		r.fail("cut short")
		return
	}
	r.fail("not " + want)
}

func (r *reader) listLen() int {
	if r.err != nil {
		return 0
	}
	n, rest, err := msgp.ReadArrayHeaderBytes(r.rest)
	if err != nil {
		r.failRead("a list", err)
		return 0
	}
	return r.count(n, 1, rest)
}

func (r *reader) mapLen() int {
	if r.err != nil {
		return 0
	}
	n, rest, err := msgp.ReadMapHeaderBytes(r.rest)
	if err != nil {
		r.failRead("a map", err)
		return 0
	}
	return r.count(n, 2, rest)
}

// count holds a claimed number of elements, each of at least size bytes,
// against the bytes that remain.
func (r *reader) count(n uint32, size int, rest []byte) int {
	switch {
	case int64(n) > int64(len(rest)/size):
		r.fail("claims " + strconv.FormatUint(uint64(n), 10) + " elements in " + strconv.Itoa(len(rest)) + " bytes")
		return 0
	case n > maxItems:
		r.fail("more than " + strconv.Itoa(maxItems) + " elements")
		return 0
	}
	r.rest = rest
	return int(n)
}

func (r *reader) text() string {
	if r.err != nil {
		return ""
	}
	s, rest, err := msgp.ReadStringZC(r.rest)
	switch {
	case err != nil:
		r.failRead("text", err)
		return ""
	case len(s) > maxText:
		r.fail("text of more than " + strconv.Itoa(maxText) + " bytes")
		return ""
	case !utf8.Valid(s):
		r.fail("text is not UTF-8")
		return ""
	}
	r.rest = rest
	return string(s) // a copy: the block is the host's again after the call
}

func (r *reader) boolean() bool {
	if r.err != nil {
		return false
	}
	v, rest, err := msgp.ReadBoolBytes(r.rest)
	if err != nil {
		r.failRead("true or false", err)
		return false
	}
	r.rest = rest
	return v
}

// number reads a finite number of any msgpack type.
func (r *reader) number() float64 {
	if r.err != nil {
		return 0
	}
	var v float64
	var rest []byte
	var err error
	switch msgp.NextType(r.rest) {
	case msgp.IntType:
		var i int64
		i, rest, err = msgp.ReadInt64Bytes(r.rest)
		v = float64(i)
	case msgp.UintType:
		var u uint64
		u, rest, err = msgp.ReadUint64Bytes(r.rest)
		v = float64(u)
	case msgp.Float64Type, msgp.Float32Type:
		v, rest, err = msgp.ReadFloat64Bytes(r.rest)
	default: // ReadFloat64Bytes would call any short value cut short
		_, _, err = msgp.ReadInt64Bytes(r.rest)
	}
	if err != nil {
		r.failRead("a number", err)
		return 0
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.fail("a number that is not finite")
		return 0
	}
	r.rest = rest
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
