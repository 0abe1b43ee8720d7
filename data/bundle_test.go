package data

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/opt"
)

// samplePoints are rows of three series with absent values in many places.
func samplePoints(n int) []Point {
	out := make([]Point, n)
	for i := range out {
		p := Point{
			Model: "M", Workload: "8192/1024",
			Hardware: []string{"h100", "b200", "gb300"}[i%3], Framework: "vllm", Precision: "fp8", SpecDecoding: "none",
			Disagg: i%3 == 2, Official: i%5 != 0,
			Recipe: "TP=" + strconv.Itoa(i%4), Concurrency: i * 7, MeasuredOn: "2026-05-2" + strconv.Itoa(i%7),
			Source: "s" + strconv.Itoa(i%2),
		}
		p.Values[TputPerGPU] = opt.Of(1000 / float64(i+1))
		for m := range p.Values {
			if m > 0 && (i*31+m*17)%3 == 0 {
				p.Values[m] = opt.Of(float64(i+1) / float64(m+1))
			}
		}
		out[i] = p
	}
	return out
}

func sampleFile(t testing.TB, kind string) []byte {
	t.Helper()
	file, err := EncodePoints("M", "8192/1024", samplePoints(100))
	if err != nil {
		t.Fatal(err)
	}
	if kind == KindPoints {
		return file
	}
	_, _, b, err := OpenFile(file)
	if err != nil {
		t.Fatal(err)
	}
	file, err = EncodeIndex(&Index{
		Bundles: []BundleEntry{Describe(b, "points-m.0123456789ab.msgpack")},
		Sheets: []PriceSheet{{"2026-03-18", "somewhere", []PriceRow{
			{Hardware: "h100", Hyperscaler: opt.Of(1.3), AllInKw: opt.Of(1.73)}, {Hardware: "b200", Rental: opt.Of(2.9)}}}},
		Sources: []Source{{"s0", "Title", "https://example.com/", "", true}, {ID: "s1"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// reencodes checks that what has been opened encodes, that this opens to the
// same content, and that encoding is stable from there on.
func reencodes(t testing.TB, index *Index, bundle *Bundle) {
	t.Helper()
	encode := func(x *Index, b *Bundle) []byte {
		var file []byte
		var err error
		if x != nil {
			file, err = EncodeIndex(x)
		} else {
			file, err = EncodePoints(b.Model(), b.Workload(), b.Points())
		}
		if err != nil {
			t.Fatalf("what was opened cannot be encoded: %v", err)
		}
		return file
	}
	first := encode(index, bundle)
	_, x, b, err := OpenFile(first)
	if err != nil {
		t.Fatalf("what was encoded does not open: %v", err)
	}
	if second := encode(x, b); !bytes.Equal(first, second) {
		t.Fatal("encoding is not stable")
	}
	if bundle == nil {
		return
	}
	was := bundle.Points()
	slices.SortStableFunc(was, func(a, b Point) int { return ComparePoints(&a, &b) })
	if !slices.Equal(was, b.Points()) {
		t.Fatal("the content changed")
	}
}

func TestRoundTrip(t *testing.T) {
	for _, n := range []int{1, 7, 8, 9, 63, 64, 65, 300} {
		points := samplePoints(n)
		file, err := EncodePoints("M", "8192/1024", points)
		if err != nil {
			t.Fatal(err)
		}
		kind, index, b, err := OpenFile(file)
		if err != nil || kind != KindPoints || index != nil {
			t.Fatal(kind, index, err)
		}
		slices.SortFunc(points, func(a, b Point) int { return ComparePoints(&a, &b) })
		if !slices.Equal(b.Points(), points) {
			t.Errorf("%d points: not the same", n)
		}
		for _, run := range b.Series() {
			for i := range b.Len() {
				if in := i >= run.Lo && i < run.Hi; in != (b.Key(i) == run.Key) {
					t.Errorf("%d points: row %d is in the wrong series", n, i)
				}
			}
		}
		reencodes(t, nil, b)
	}
}

func TestIndexRoundTrip(t *testing.T) {
	file := sampleFile(t, KindIndex)
	kind, x, b, err := OpenFile(file)
	if err != nil || kind != KindIndex || b != nil {
		t.Fatal(kind, b, err)
	}
	again, err := EncodeIndex(x)
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("not the same bytes again: %v", err)
	}
	r, ok := x.Sheets[0].Row("h100")
	if want := (PriceRow{Hardware: "h100", Hyperscaler: opt.Of(1.3), AllInKw: opt.Of(1.73)}); !ok || r != want {
		t.Errorf("price row %v, want %v", r, want)
	}
	if e := x.Bundles[0]; e.Rows != 100 || len(e.Series) == 0 || e.Series[0].Points == 0 || e.Series[0].First == "" {
		t.Errorf("entry %+v", e)
	}
}

// sealed is a file of any body, sound or not.
func sealed(kind string, body []byte) []byte {
	file, _ := seal(kind, body)
	return file
}

// drawPoint draws any point that a bundle can hold.
func drawPoint(t *rapid.T) Point {
	text := rapid.StringN(0, 12, 40).Filter(func(s string) bool { return UnsoundText(s) == "" })
	some := rapid.StringN(1, 12, 40).Filter(func(s string) bool { return UnsoundName(s) == "" })
	p := Point{
		Model: "M", Workload: "agentic",
		Hardware: some.Draw(t, "hardware"), Framework: some.Draw(t, "framework"),
		Precision: some.Draw(t, "precision"), SpecDecoding: some.Draw(t, "spec"),
		Disagg: rapid.Bool().Draw(t, "disagg"), Official: rapid.Bool().Draw(t, "official"),
		Recipe: text.Draw(t, "recipe"), Run: text.Draw(t, "run"), Source: text.Draw(t, "source"),
		Concurrency: rapid.IntRange(0, 1<<31-1).Draw(t, "concurrency"),
		MeasuredOn:  rapid.SampledFrom([]string{"", "2026-02-28", "2024-02-29"}).Draw(t, "date"),
	}
	for m := range p.Values {
		if rapid.Bool().Draw(t, "present") {
			p.Values[m] = opt.Of(rapid.Float64().Draw(t, "value"))
		}
	}
	return p
}

// The same points in any order give the same bytes, and those give the points.
func TestEncodingProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfN(rapid.Custom(drawPoint), 1, 70).Draw(t, "points")
		file, err := EncodePoints("M", "agentic", points)
		if err != nil {
			t.Fatal(err)
		}
		shuffled := rapid.Permutation(points).Draw(t, "order")
		again, err := EncodePoints("M", "agentic", shuffled)
		if err != nil || !bytes.Equal(file, again) {
			t.Fatalf("another order gives other bytes (%v)", err)
		}
		_, _, b, err := OpenFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := slices.Clone(points)
		slices.SortStableFunc(want, func(a, b Point) int { return ComparePoints(&a, &b) })
		if !slices.Equal(b.Points(), want) {
			t.Fatal("the points are not the same")
		}
	})
}

func TestEncodeRefuses(t *testing.T) {
	for name, change := range map[string]func(*Point){
		"another model":      func(p *Point) { p.Model = "N" },
		"no hardware":        func(p *Point) { p.Hardware = "" },
		"text that is not":   func(p *Point) { p.Recipe = "\xff" },
		"a long text":        func(p *Point) { p.Recipe = string(make([]byte, maxString+1)) },
		"a line end":         func(p *Point) { p.Run = "a\nb" },
		"a terminal's code":  func(p *Point) { p.Source = "\x1b[2J" },
		"a turn of text":     func(p *Point) { p.Framework = "vllm\u202e" },
		"a slash in a name":  func(p *Point) { p.Hardware = "h100/vllm" },
		"an at in a name":    func(p *Point) { p.SpecDecoding = "none@2026-01-01" },
		"not a date":         func(p *Point) { p.MeasuredOn = "2026-02-29" },
		"concurrency":        func(p *Point) { p.Concurrency = -1 },
		"a huge concurrency": func(p *Point) { p.Concurrency = math.MaxInt },
	} {
		points := samplePoints(3)
		change(&points[1])
		if strconv.IntSize == 32 && points[1].Concurrency == math.MaxInt {
			continue // the largest there is
		}
		if _, err := EncodePoints("M", "8192/1024", points); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := EncodePoints("M", "8192/1024", nil); err == nil {
		t.Error("no points: accepted")
	}
}

// A later isofront may add columns and fields; this one reads past them.
func TestUnknownColumnsAreIgnored(t *testing.T) {
	_, body, _, err := unseal(sampleFile(t, KindPoints))
	if err != nil {
		t.Fatal(err)
	}
	var raw pointsBody
	if _, err := raw.UnmarshalMsg(body); err != nil {
		t.Fatal(err)
	}
	raw.Columns = append(raw.Columns, columnBody{Name: "wattage", Values: make([]byte, 800)})
	body, err = raw.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	if body[0] != 0x8f {
		t.Fatalf("a map of 15 was expected, not %#x", body[0])
	}
	body = append([]byte("\xde\x00\x10"), body[1:]...) // one more field
	body = append(body, "\xa6future\x93\x01\x02\x03"...)
	_, _, b, err := OpenFile(sealed(KindPoints, body))
	if err != nil {
		t.Fatal(err)
	}
	reencodes(t, nil, b)
}

// Bodies whose hash is right but whose parts disagree.
func TestContradictionsAreErrors(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*pointsBody)
		want   string
	}{
		"no rows":           {func(b *pointsBody) { b.Rows = 0 }, "data: points: a bundle of 0 rows"},
		"more rows":         {func(b *pointsBody) { b.Rows = 101 }, "data: column hardware: its length does not match the number of rows"},
		"4 billion rows":    {func(b *pointsBody) { b.Rows = math.MaxUint32 }, "data: points: a bundle of 4294967295 rows"},
		"no texts":          {func(b *pointsBody) { b.Strings = nil }, "data: strings: the first text is not the empty one"},
		"texts twice":       {func(b *pointsBody) { b.Strings[2] = b.Strings[1] }, "data: strings: text 2 is out of order"},
		"index too large":   {func(b *pointsBody) { b.Run[3] = 200 }, "data: row 3: run points outside the texts"},
		"no hardware":       {func(b *pointsBody) { b.Hardware[3] = 0 }, "data: row 3: hardware is empty"},
		"not a date":        {func(b *pointsBody) { b.MeasuredOn[3] = b.Hardware[3] }, "data: row 3: measured_on is not a date"},
		"rows out of order": {func(b *pointsBody) { slices.Reverse(b.Hardware) }, "data: row 34: is out of order"},
		"NaN": {func(b *pointsBody) {
			copy(b.Columns[0].Values[8:], []byte{1, 0, 0, 0, 0, 0, 0xf8, 0x7f})
		}, `data: column "tput_per_gpu": a value is not finite`},
		"infinity": {func(b *pointsBody) {
			copy(b.Columns[0].Values[8:], []byte{0, 0, 0, 0, 0, 0, 0xf0, 0xff})
		}, `data: column "tput_per_gpu": a value is not finite`},
		"a value too few": {func(b *pointsBody) { b.Columns[0].Values = b.Columns[0].Values[8:] },
			`data: column "tput_per_gpu": its number of values does not match its rows`},
		"a short bitmap": {func(b *pointsBody) { b.Columns[1].Present = b.Columns[1].Present[1:] },
			`data: column "output_tput_per_gpu": its presence bitmap has the wrong length`},
		"a bitmap too far": {func(b *pointsBody) { b.Columns[1].Present[12] |= 0x80 },
			`data: column "output_tput_per_gpu": its presence bitmap names rows that are not there`},
		"a column twice": {func(b *pointsBody) { b.Columns = append(b.Columns, b.Columns[0]) },
			`data: column "tput_per_gpu": appears twice`},
		"flags that lie":       {func(b *pointsBody) { b.Flags[5] ^= byte(FlagRatesDisagree) }, "data: row 5: its flags contradict its values"},
		"a line end in a text": {func(b *pointsBody) { b.Strings[1] += "\n" }, "data: strings: text 1 holds a line end"},
		"a slash in a name": {func(b *pointsBody) {
			for i, s := range b.Strings {
				if s == "h100" {
					b.Strings[i] = "h1/0"
				}
			}
		}, "data: row 66: hardware holds / or @, which part the names of series"},
		"few flags": {func(b *pointsBody) { b.Flags = b.Flags[1:] }, "data: column flags: its length does not match the number of rows"},
	} {
		_, body, _, err := unseal(sampleFile(t, KindPoints))
		if err != nil {
			t.Fatal(err)
		}
		var raw pointsBody
		if _, err := raw.UnmarshalMsg(body); err != nil {
			t.Fatal(err)
		}
		c.change(&raw)
		body, err = raw.MarshalMsg(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := OpenFile(sealed(KindPoints, body)); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestIndexRefuses(t *testing.T) {
	for name, change := range map[string]func(*Index){
		"a path":              func(x *Index) { x.Bundles[0].File = "../points.msgpack" },
		"a hidden file":       func(x *Index) { x.Bundles[0].File = ".points" },
		"a short hash":        func(x *Index) { x.Bundles[0].SHA256 = "00" },
		"no rows":             func(x *Index) { x.Bundles[0].Rows = 0 },
		"a bundle twice":      func(x *Index) { x.Bundles = append(x.Bundles, x.Bundles[0]) },
		"dates reversed":      func(x *Index) { x.Bundles[0].Series[0].Last = "2020-01-01" },
		"a sheet twice":       func(x *Index) { x.Sheets = append(x.Sheets, x.Sheets[0]) },
		"not a date":          func(x *Index) { x.Sheets[0].AsOf = "today" },
		"a negative price":    func(x *Index) { x.Sheets[0].Rows[0].Rental = opt.Of(-1) },
		"hardware twice":      func(x *Index) { x.Sheets[0].Rows[0].Hardware = "h100" },
		"a source without id": func(x *Index) { x.Sources[0].ID = "" },
		"a bell in a title":   func(x *Index) { x.Sources[0].Title = "a\a" },
		"two lines of a note": func(x *Index) { x.Sources[0].Note = "a\u2028b" },
		"a mark in a model":   func(x *Index) { x.Bundles[0].Model = "\ufeffM" },
		"a slash in a series": func(x *Index) { x.Bundles[0].Series[0].Key.Hardware = "h100/vllm" },
		"a turn in a sheet":   func(x *Index) { x.Sheets[0].Source = "\u202e" },
		"escapes in hardware": func(x *Index) { x.Sheets[0].Rows[0].Hardware = "h\x1b[2J" },
	} {
		_, x, _, err := OpenFile(sampleFile(t, KindIndex))
		if err != nil {
			t.Fatal(err)
		}
		change(x)
		if _, err := EncodeIndex(x); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
