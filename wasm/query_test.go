package main

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tinylib/msgp/msgp"

	"github.com/isofront/isofront/data/wire"
)

// fullQuery has every field set, whatever fields a Query has.
func fullQuery(t testing.TB) wire.Query {
	var q wire.Query
	v := reflect.ValueOf(&q).Elem()
	for i := range v.NumField() {
		var value any
		switch v.Field(i).Interface().(type) {
		case string:
			value = "text ü " + v.Type().Field(i).Name
		case bool:
			value = true
		case int:
			value = 90
		case float64:
			value = 0.25
		case []string:
			value = []string{"a/*", "", "b"}
		case []float64:
			value = []float64{20, 23.5, 1e-9}
		case map[string]float64:
			value = map[string]float64{"gb200": 2.37, "gb300": 3}
		default:
			t.Fatalf("a Query has a field %s of a type that decodeQuery does not know", v.Type().Field(i).Name)
		}
		v.Field(i).Set(reflect.ValueOf(value))
	}
	return q
}

// encode is what a Go host sends.
func encode(t testing.TB, q wire.Query) []byte {
	b, err := q.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEveryFieldOfAQueryIsDecoded(t *testing.T) {
	want := fullQuery(t)
	got, err := decodeQuery(encode(t, want))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-sent +decoded:\n%s", diff)
	}
}

func TestMissingAndNilFieldsAreDefaults(t *testing.T) {
	for name, message := range map[string][]byte{
		"no fields": {0x80},
		"nil":       message("targets", nil, "model", nil, "prices", nil, "all_dates", nil, "percentile", nil),
	} {
		got, err := decodeQuery(message)
		if err != nil || !reflect.DeepEqual(got, wire.Query{}) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// A JavaScript number that is whole travels as an integer.
func TestAnyNumberTypeWillDo(t *testing.T) {
	got, err := decodeQuery(message("targets", []any{20, -1, uint64(math.MaxUint64), float32(0.5), 70000, 2.5}, "percentile", 90.0,
		"prices", map[string]any{"gb200": 3}, "powers", map[string]any{"gb200": 2}))
	if err != nil {
		t.Fatal(err)
	}
	want := wire.Query{Targets: []float64{20, -1, math.MaxUint64, 0.5, 70000, 2.5}, Percentile: 90, Prices: map[string]float64{"gb200": 3}, Powers: map[string]float64{"gb200": 2}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// refusals are messages that are no query, with words of the reason.
var refusals = []struct {
	name    string
	message []byte
	want    string
}{
	{"nothing", nil, "cut short"},
	{"not a map", []byte{0xc0}, "not a map"},
	{"4 billion fields", []byte{0xdf, 0xff, 0xff, 0xff, 0xff}, "cut short"},
	{"a bare list of 4 billion", []byte{0xdd, 0xff, 0xff, 0xff, 0xff}, "not a map"},
	{"4 billion targets", raw("targets", 0xdd, 0xff, 0xff, 0xff, 0xff), "targets: cut short"},
	{"4 billion prices", raw("prices", 0xdf, 0xff, 0xff, 0xff, 0xff), "prices: cut short"},
	{"4 GB of text", raw("model", 0xdb, 0xff, 0xff, 0xff, 0xff), "model: cut short"},
	{"4 GB of binary", raw("model", 0xc6, 0xff, 0xff, 0xff, 0xff), "model: not text"},
	{"nested lists", raw("targets", []byte(strings.Repeat("\xdc\xff\xff", 24000))...), "targets: not a number"},
	{"too many targets", append(raw("targets", 0xdd, 0, 2, 0, 0), make([]byte, 1<<17)...), "targets: more than 65536 elements"},
	{"long text", message("model", strings.Repeat("x", maxText+1)), "model: text of more than 4096 bytes"},
	{"not UTF-8", raw("model", 0xa1, 0xff), "model: text is not UTF-8"},
	{"NaN", message("targets", []any{math.NaN()}), "targets: a number that is not finite"},
	{"infinity", message("prices", map[string]any{"x": math.Inf(1)}), "prices: a number that is not finite"},
	{"half a percentile", message("percentile", 90.5), "percentile: not a whole number"},
	{"huge percentile", message("percentile", int64(1)<<40), "percentile: not a whole number"},
	{"number as text", message("targets", []any{"20"}), "targets: not a number"},
	{"text as number", message("model", 7), "model: not text"},
	{"truth as number", message("all_dates", 1), "all_dates: not true or false"},
	{"misspelt field", message("modell", "x"), `field "modell" is no field of a query`},
	{"field twice", append([]byte{0x82}, append(message("axis", "ttft")[1:], message("axis", "e2el")[1:]...)...), `field "axis" is there twice`},
	{"bytes after the end", []byte{0x80, 0xc0}, "1 bytes after its end"},
	{"number as field name", []byte{0x81, 0x01, 0x01}, "not text"},
}

func TestRefusedQueries(t *testing.T) {
	for _, c := range refusals {
		t.Run(c.name, func(t *testing.T) {
			got, err := decodeQuery(c.message)
			if err == nil {
				t.Fatalf("accepted: %+v", got)
			}
			if !strings.HasPrefix(err.Error(), "wasm: query: ") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q does not say %q", err, c.want)
			}
		})
	}
	if _, err := decodeQuery(make([]byte, maxQuery+1)); err == nil {
		t.Error("a message over the limit is accepted")
	}
}

func TestQueryCutShortAnywhereIsAnError(t *testing.T) {
	whole := encode(t, fullQuery(t))
	for n := range whole {
		if _, err := decodeQuery(whole[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are accepted", n, len(whole))
		}
	}
}

// Decoding never panics, and what is accepted encodes and decodes to itself.
func FuzzDecodeQuery(f *testing.F) {
	f.Add(encode(f, fullQuery(f)))
	f.Add(encode(f, wire.Query{Verb: wire.VerbTable, Targets: []float64{20, 30}}))
	for _, c := range refusals {
		f.Add(c.message)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		q, err := decodeQuery(b)
		if err != nil {
			return
		}
		again, err := decodeQuery(encode(t, q))
		if err != nil {
			t.Fatalf("accepted %+v, but not its encoding: %v", q, err)
		}
		// Encoding writes an empty list for none: compare what a reader sees.
		if a, b := text(t, q), text(t, again); a != b {
			t.Fatalf("%s became %s", a, b)
		}
	})
}

func text(t *testing.T, q wire.Query) string {
	if len(q.Powers) == 0 {
		q.Powers = nil
	}
	if len(q.Prices) == 0 {
		q.Prices = nil
	}
	q.Series, q.Chain = append([]string{}, q.Series...), append([]string{}, q.Chain...)
	q.Targets = append([]float64{}, q.Targets...)
	b, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// message encodes a map of the given names and values.
func message(pairs ...any) []byte {
	b := msgp.AppendMapHeader(nil, uint32(len(pairs)/2))
	for _, p := range pairs {
		b, _ = msgp.AppendIntf(b, p)
	}
	return b
}

// raw is a map of one field whose value is the given bytes.
func raw(name string, value ...byte) []byte {
	return append(msgp.AppendString([]byte{0x81}, name), value...)
}
