package msgpack_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/tinylib/msgp/msgp"
	"pgregory.net/rapid"

	"github.com/isofront/isofront/data/msgpack"
)

// What is written is, byte for byte, what msgp writes.
func TestWriterIsMsgp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w msgpack.Writer
		var want []byte
		for range rapid.IntRange(1, 8).Draw(t, "values") {
			switch rapid.IntRange(0, 7).Draw(t, "kind") {
			case 0:
				v := rapid.Int().Draw(t, "int") >> rapid.IntRange(0, 63).Draw(t, "shift")
				w.Int(v)
				want = msgp.AppendInt(want, v)
			case 1:
				v := strings.Repeat("x", rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(65500, 65600)).Draw(t, "length"))
				w.Text(v)
				want = msgp.AppendString(want, v)
			case 2:
				v := rapid.Float64().Draw(t, "float")
				w.Float(v)
				want = msgp.AppendFloat64(want, v)
			case 3:
				v := rapid.Bool().Draw(t, "bool")
				w.Bool(v)
				want = msgp.AppendBool(want, v)
			case 4:
				n := rapid.IntRange(0, 70000).Draw(t, "count")
				w.Map(n)
				w.List(n)
				w.Nil()
				want = msgp.AppendNil(msgp.AppendArrayHeader(msgp.AppendMapHeader(want, uint32(n)), uint32(n)))
			case 6:
				v := rapid.Uint32().Draw(t, "uint") >> rapid.IntRange(0, 31).Draw(t, "by")
				w.KeyUint("u", v)
				want = msgp.AppendUint32(msgp.AppendString(want, "u"), v)
			case 7:
				v := bytes.Repeat([]byte{7}, rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(65500, 65600)).Draw(t, "bytes"))
				w.KeyBytes("z", v)
				want = msgp.AppendBytes(msgp.AppendString(want, "z"), v)
			case 5:
				w.KeyFloatOrNil("a", nil)
				w.KeyTexts("b", []string{"x"})
				want = msgp.AppendNil(msgp.AppendString(want, "a"))
				want = msgp.AppendString(msgp.AppendArrayHeader(msgp.AppendString(want, "b"), 1), "x")
			}
		}
		if !bytes.Equal(w.B, want) {
			t.Fatalf("% x\nwant % x", w.B, want)
		}
	})
}

// What is written follows what the buffer held, and of the caller's memory it touches
// only the room behind that.
func TestWriterKeepsToItsBuffer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := bytes.Repeat([]byte{0xee}, 64)
		held := rapid.IntRange(0, 64).Draw(t, "held")
		room := rapid.IntRange(held, 64).Draw(t, "room")
		w := msgpack.Writer{B: own[:held:room]}
		want := bytes.Repeat([]byte{0xee}, held)
		for range rapid.IntRange(0, 20).Draw(t, "values") {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				w.Nil()
				want = msgp.AppendNil(want)
			case 1:
				v := rapid.Int().Draw(t, "int") >> rapid.IntRange(0, 63).Draw(t, "shift")
				w.Int(v)
				want = msgp.AppendInt(want, v)
			case 2:
				v := strings.Repeat("x", rapid.IntRange(0, 300).Draw(t, "length"))
				w.Text(v)
				want = msgp.AppendString(want, v)
			case 3:
				w.Float(1.5)
				want = msgp.AppendFloat64(want, 1.5)
			}
		}
		if !bytes.Equal(w.B, want) {
			t.Fatalf("% x\nwant % x", w.B, want)
		}
		for i, b := range own {
			if (i < held || i >= room) && b != 0xee {
				t.Fatalf("byte %d of the caller's was written", i)
			}
		}
	})
}

// A million small values cost a number of allocations that grows as their logarithm.
func TestWriterGrowsByTwo(t *testing.T) {
	n := testing.AllocsPerRun(1, func() {
		var w msgpack.Writer
		for range 1 << 20 {
			w.Nil()
		}
	})
	if n > 25 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzReader: whatever the bytes are, each way of reading takes the same value
// off them as msgp does and leaves the same rest, or both refuse.
func FuzzReader(f *testing.F) {
	for _, b := range [][]byte{
		{}, {0xc0}, {0xc1}, {0xc3}, {0x7f}, {0xff}, {0xcc, 200}, {0xd1, 0xff, 0}, {0xd3, 0x80, 0, 0, 0, 0, 0, 0, 0}, {0xca, 1, 2, 3, 4},
		{0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0}, {0xa2, 'a', 'b'}, {0xdb, 0xff, 0xff, 0xff, 0xff}, {0xc6, 0x80, 0, 0, 0}, {0x92, 1, 2}, {0xdd, 0xff, 0xff, 0xff, 0xff},
		{0x81, 0xa1, 'a', 5}, {0xdf, 0, 0, 0, 1, 0xa1, 'a', 0xc0}, {0xc7, 1, 1, 1}, {0xd4, 1, 1}, {0x91, 0xd9}, {0xce, 0xff, 0xff, 0xff, 0xff},
	} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		same := func(what string, r *msgpack.Reader, rest []byte, err error, equal bool) {
			t.Helper()
			switch {
			case r.Failed() != (err != nil):
				t.Fatalf("%s of % x: fault %+v, msgp says %v", what, b, r.Fault, err)
			case err == nil && (!equal || !bytes.Equal(r.Rest, rest)):
				t.Fatalf("%s of % x: another value or rest than msgp's", what, b)
			}
		}
		r := &msgpack.Reader{Rest: b}
		text, rest, err := msgp.ReadStringBytes(b)
		same("text", r, rest, err, r.Text() == text)
		r = &msgpack.Reader{Rest: b}
		bin, rest, err := msgp.ReadBytesBytes(b, nil)
		same("bin", r, rest, err, bytes.Equal(r.Bin(), bin))
		r = &msgpack.Reader{Rest: b}
		flag, rest, err := msgp.ReadBoolBytes(b)
		same("bool", r, rest, err, r.Bool() == flag)
		r = &msgpack.Reader{Rest: b}
		u, rest, err := msgp.ReadUint32Bytes(b)
		var got uint32
		r.Rest = append([]byte{0x81, 0xa1, 'u'}, b...)
		r.Into(msgpack.Field{Name: "u", To: &got})
		same("uint32", r, rest, err, got == u)
		r = &msgpack.Reader{Rest: b}
		x, rest, err := msgp.ReadFloat64Bytes(b)
		same("float", r, rest, err, math.Float64bits(r.Float()) == math.Float64bits(x))

		r = &msgpack.Reader{Rest: b}
		if n, rest, err := msgp.ReadArrayHeaderBytes(b); err == nil && uint64(n) <= uint64(len(rest)) {
			same("list", r, rest, err, r.List() == int(n))
		} else if r.List() != 0 || !r.Failed() {
			t.Fatalf("list of % x is taken", b)
		}
		r = &msgpack.Reader{Rest: b}
		if n, rest, err := msgp.ReadMapHeaderBytes(b); err == nil && uint64(n) <= uint64(len(rest)/2) {
			same("map", r, rest, err, r.Map() == int(n))
		} else if r.Map() != 0 || !r.Failed() {
			t.Fatalf("map of % x is taken", b)
		}
		if len(b) < 1<<10 { // nested no deeper than that
			r = &msgpack.Reader{Rest: b}
			r.Skip()
			if rest, err := msgp.Skip(b); !r.Failed() && err == nil && !bytes.Equal(r.Rest, rest) {
				t.Fatalf("% x: skipped otherwise than by msgp", b)
			}
		}
	})
}

func TestNumberTakesAnyNumber(t *testing.T) {
	for _, v := range []any{20, -1, -33, int64(math.MinInt64), uint64(math.MaxUint64), float32(0.5), 70000, 2.5, uint8(200)} {
		b, err := msgp.AppendIntf(nil, v)
		if err != nil {
			t.Fatal(err)
		}
		want := map[any]float64{20: 20, -1: -1, -33: -33, int64(math.MinInt64): math.MinInt64, uint64(math.MaxUint64): math.MaxUint64,
			float32(0.5): 0.5, 70000: 70000, 2.5: 2.5, uint8(200): 200}[v]
		r := msgpack.Reader{Rest: b}
		if got := r.Number(); got != want || r.Failed() || len(r.Rest) != 0 {
			t.Errorf("%v: %v, %+v", v, got, r.Fault)
		}
	}
	r := msgpack.Reader{Rest: []byte{0xa1, 'x'}}
	if r.Number(); r.Fault != (msgpack.Fault{Want: msgpack.Float, Got: msgpack.Text}) {
		t.Errorf("%+v", r.Fault)
	}
}

func TestAFaultNamesItsPath(t *testing.T) {
	b, err := msgp.AppendIntf(nil, map[string]any{"rows": []any{map[string]any{"price": 1.5}, map[string]any{"price": "free"}}})
	if err != nil {
		t.Fatal(err)
	}
	r := msgpack.Reader{Rest: b}
	seen := 0
	r.Fields(func(name string) bool {
		r.Each(func(int, int) {
			r.Fields(func(string) bool {
				seen++
				return r.FloatOrNil() != nil
			})
		})
		return true
	})
	if r.Fault.Path != "rows/1/price" || r.Fault.Got != msgpack.Text || seen != 2 {
		t.Errorf("%+v", r.Fault)
	}
}
