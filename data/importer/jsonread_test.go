package importer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// readAll returns the wanted scalars of every object.
func readAll(r io.Reader, want ...string) (rows []map[string]string, err error) {
	j := newJSONReader(r, want)
	for {
		ok, err := j.next()
		if err != nil || !ok {
			return rows, err
		}
		m := map[string]string{}
		for p, i := range j.want {
			if v := j.rec.values[i]; v.turn == j.rec.turn && v.kind != jsonAbsent {
				m[p] = string(j.rec.arena[v.lo:v.hi])
			}
		}
		rows = append(rows, m)
	}
}

func TestJSONReader(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"array", `[{"a":1},{"a":2.5e-3}]`, "[map[a:1] map[a:2.5e-3]]"},
		{"lines", "{\"a\":1}\n{\"a\":2}\n\n", "[map[a:1] map[a:2]]"},
		{"one object", " {\"a\" : true }", "[map[a:true]]"},
		{"mark", "\xef\xbb\xbf[{\"a\":\"x\"}]", "[map[a:x]]"},
		{"nothing", "", "[]"},
		{"empty array", "[\n\n]\n", "[]"},
		{"nested", `{"b":{"c":"y","a":9},"a":0,"d":[7,{"a":8}]}`, "[map[a:0 b.c:y d.0:7]]"},
		{"a name with a point", `{"p99.9":3,"a":1}`, "[map[a:1 p99.9:3]]"},
		{"not there", `{"a":null,"b":{"c":NaN},"d":[-Infinity]}`, "[map[]]"},
		{"escapes", `{"a":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00\ud83dx"}`, "[map[a:\"\\/\b\f\n\r\té😀\ufffdx]]"},
		{"long array", `{"d":[` + strings.Repeat("1,", 1e5) + `2],"a":3}`, "[map[a:3 d.0:1]]"},
		{"not objects", `[1,"x",[],{"a":1}]`, "[map[] map[] map[] map[a:1]]"},
	} {
		for how, r := range map[string]io.Reader{
			"at once": strings.NewReader(c.text), "byte by byte": iotest.OneByteReader(strings.NewReader(c.text)),
		} {
			rows, err := readAll(r, "a", "b.c", "d.0", "p99.9")
			if got := fmt.Sprint(rows); got != c.want || err != nil {
				t.Errorf("%s, %s: %s, %v, want %s", c.name, how, got, err, c.want)
			}
		}
	}
}

func TestJSONReaderErrors(t *testing.T) {
	for text, want := range map[string]string{
		`[{"a":1},`:                       "cut short",
		`[{"a":1}`:                        "cut short",
		`{"a":"x`:                         "cut short",
		`{"a":1`:                          "cut short",
		`[{"a":1}] x`:                     "byte 10: more after the end",
		`{"a" 1}`:                         "byte 5: expected :",
		`{a:1}`:                           "byte 1: expected a field name",
		`{"a":1,}`:                        "byte 7: expected a field name",
		`[1 2]`:                           "byte 3: expected , or ]",
		`{"a":1 "b":2}`:                   "byte 7: expected , or }",
		`{"a":tru}`:                       "not a JSON value",
		`{"a":'x'}`:                       "byte 5: not a JSON value",
		`{"a":-}`:                         "not a number",
		"{\"a\":\"\x01\"}":                "control character",
		`{"a":"\x"}`:                      "unknown escape",
		`{"a":"\u12g4"}`:                  "unknown escape",
		strings.Repeat(`[`, 100):          "nested deeper than 64",
		strings.Repeat(`{"a":`, 100):      "nested deeper than 64",
		`{"a":` + strings.Repeat("9", 99): "more than 64 characters",
	} {
		if _, err := readAll(strings.NewReader(text), "a"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30s: %v, want %s", text, err, want)
		}
	}
	if _, err := readAll(iotest.TimeoutReader(strings.NewReader(strings.Repeat(" ", 200<<10))), "a"); err != iotest.ErrTimeout {
		t.Errorf("a read error: %v", err)
	}
}

func TestJSONFieldTwice(t *testing.T) {
	j := newJSONReader(strings.NewReader(`[{"a":1,"b":2,"a":3},{"a":4}]`), []string{"a"})
	if ok, err := j.next(); !ok || err != nil || j.rec.twice != "a" {
		t.Errorf("%v %v %q", ok, err, j.rec.twice)
	}
	if ok, err := j.next(); !ok || err != nil || j.rec.twice != "" {
		t.Errorf("%v %v %q", ok, err, j.rec.twice)
	}
}

// Whatever encoding/json writes reads back as encoding/json reads it.
func TestJSONReaderAgreesWithEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("a\"\\/\n\t \u2028é😀<&\u007f")))
		scalar := rapid.OneOf(
			rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
			rapid.Map(rapid.Float64Range(-1e300, 1e300), func(f float64) any { return f }), rapid.Map(text, func(s string) any { return s }))
		inner := rapid.MapOf(rapid.SampledFrom([]string{"x", "y", "z"}), scalar)
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) map[string]any {
			return map[string]any{
				"a": scalar.Draw(t, "a"), "b": inner.Draw(t, "b"), "c": rapid.SliceOfN(scalar, 0, 12).Draw(t, "c"), text.Draw(t, "key") + "!": 1,
			}
		}), 0, 5).Draw(t, "rows")
		file, err := json.MarshalIndent(rows, "", rapid.SampledFrom([]string{"", " "}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"a", "b.x", "b.y", "c.0", "c.7"}
		got, err := readAll(bytes.NewReader(file), want...)
		if err != nil || len(got) != len(rows) {
			t.Fatalf("%d rows of %d, %v", len(got), len(rows), err)
		}
		for i, r := range rows {
			b, _ := r["b"].(map[string]any)
			c, _ := r["c"].([]any)
			for _, p := range want {
				v := r[p]
				if key, ok := strings.CutPrefix(p, "b."); ok {
					v = b[key]
				} else if key, ok := strings.CutPrefix(p, "c."); ok {
					if n, _ := strconv.Atoi(key); n < len(c) {
						v = c[n]
					}
				}
				s, there := got[i][p]
				switch v := v.(type) {
				case nil:
					if there {
						t.Fatalf("row %d: %s: %q, want nothing", i, p, s)
					}
				case float64:
					if f, err := strconv.ParseFloat(s, 64); err != nil || f != v {
						t.Fatalf("row %d: %s: %q, want %v", i, p, s, v)
					}
				default:
					if s != fmt.Sprint(v) {
						t.Fatalf("row %d: %s: %q, want %q", i, p, s, v)
					}
				}
			}
		}
	})
}

// A file with one endless text, array or name costs no memory.
func TestJSONEndlessCostsNothing(t *testing.T) {
	endless := func() io.Reader { return io.LimitReader(repeat('1'), 64<<20) }
	for name, r := range map[string]io.Reader{
		"text":        io.MultiReader(strings.NewReader(`{"x":"`), endless(), strings.NewReader(`","a":1}`)),
		"wanted text": io.MultiReader(strings.NewReader(`{"b":"`), endless(), strings.NewReader(`","a":1}`)),
		"name":        io.MultiReader(strings.NewReader(`{"`), endless(), strings.NewReader(`":0,"a":1}`)),
		"array":       io.MultiReader(strings.NewReader(`{"x":[0`), strings.NewReader(strings.Repeat(",12345678", 1<<20)), strings.NewReader(`],"a":1}`)),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		rows, err := readAll(r, "a", "b")
		runtime.ReadMemStats(&after)
		if err != nil || len(rows) != 1 || rows[0]["a"] != "1" {
			t.Fatalf("%s: %v", name, err)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
			t.Errorf("%s: %d bytes allocated", name, got)
		}
	}
}

func TestShape(t *testing.T) {
	const file = ` [{"a":{"b":{"c":{"d":1}}},"e":[{"f":1}],"g":"x,\"h\":1","i":2},{"j":1}]`
	s := shapeOf([]byte(file))
	if !s.array || !s.has("a", "a.b", "a.b.c", "e", "g", "i") || s.has("j") || s.has("e.f") || s.has("h") || s.has("a.b.c.d") {
		t.Errorf("%+v", s)
	}
	for i := range file { // cut anywhere
		shapeOf([]byte(file[:i]))
	}
	for _, text := range []string{"", "a,b", "  ", "x{"} {
		if shapeOf([]byte(text)) != nil {
			t.Errorf("%q is no JSON", text)
		}
	}
	if (*shape)(nil).has("a") {
		t.Error("nil has fields")
	}
}

func FuzzJSONReader(f *testing.F) {
	for _, s := range []string{`[{"a":1,"b":{"c":"x"}}]`, "{\"a\":NaN}\n{\"b\":[1,2]}", `{"a":"\ud83d\ude00"}`, `[[[{`, "\xef\xbb\xbf{}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		rows, err := readAll(bytes.NewReader(b), "a", "b.c", "b.0")
		slow, slowErr := readAll(iotest.OneByteReader(bytes.NewReader(b)), "a", "b.c", "b.0")
		if (err == nil) != (slowErr == nil) || fmt.Sprint(rows) != fmt.Sprint(slow) {
			t.Fatalf("read in pieces: %v %v, at once: %v %v", slow, slowErr, rows, err)
		}
		var v []map[string]any
		if utf8.Valid(b) && json.Unmarshal(b, &v) == nil && err != nil && !strings.Contains(err.Error(), "64") {
			t.Fatalf("refused: %v", err)
		}
		shapeOf(b)
	})
}
