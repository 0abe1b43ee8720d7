package data

import (
	"bytes"
	"math"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/opt"
)

func sampleRun() RequestRun {
	return RequestRun{Model: "M", Workload: "agentic", Hardware: "b200", Framework: "vllm", Precision: "fp4", SpecDecoding: "none", Recipe: "TP=4",
		Concurrency: 12, MeasuredOn: "2026-04-21", Convention: "aiperf", Duration: opt.Of(60)}
}

// requestsOf collects what Each gives.
func requestsOf(t testing.TB, set *RequestSet) (out []Request) {
	t.Helper()
	if err := set.Each(func(q *Request) error {
		c := *q
		if q.Gaps != nil {
			c.Gaps = append([]float64{}, q.Gaps...)
		}
		if q.Tokens != nil {
			c.Tokens = append([]int32{}, q.Tokens...)
		}
		out = append(out, c)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// A figure as a tool writes one: on a clock of nanoseconds, of microseconds, of
// the day in a double, or anything finite.
func figure(t *rapid.T, clock int) float64 {
	switch clock {
	case 0:
		return float64(rapid.Int64Range(0, 1e15).Draw(t, "ns")) / 1e9
	case 1:
		return float64(rapid.Int64Range(0, 1e10).Draw(t, "us")) / 1e6
	case 2:
		return float64(rapid.Int64Range(0, 1<<40).Draw(t, "ticks")) / (1 << 22)
	case 3:
		return float64(rapid.IntRange(0, 1e6).Draw(t, "tokens"))
	}
	for {
		if v := rapid.Float64().Draw(t, "any"); opt.Of(v).Ok() {
			return v + 0
		}
	}
}

// What is kept comes back bit by bit, whatever a tool's clock, and the file
// opens to a set that makes the same file.
func TestRequestsAreLossless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := &RequestSet{RequestRun: sampleRun()}
		var clocks [NumRequestFigures + 1]int
		for k := range clocks {
			clocks[k] = rapid.IntRange(0, 4).Draw(t, "clock")
		}
		var want []Request
		for range rapid.IntRange(1, 40).Draw(t, "requests") {
			q := Request{Status: rapid.Byte().Draw(t, "status")}
			for k := range q.Figures {
				if rapid.IntRange(0, 3).Draw(t, "has") > 0 {
					q.Figures[k] = opt.Of(figure(t, clocks[k]))
				}
			}
			if rapid.Bool().Draw(t, "gaps") {
				q.Gaps = []float64{}
				for range rapid.IntRange(0, 5).Draw(t, "chunks") {
					q.Gaps = append(q.Gaps, figure(t, clocks[NumRequestFigures]))
				}
				if rapid.Bool().Draw(t, "counts") {
					q.Tokens = []int32{}
					for range rapid.IntRange(0, 5).Draw(t, "tokens") {
						q.Tokens = append(q.Tokens, rapid.Int32Range(0, math.MaxInt32).Draw(t, "n"))
					}
				}
			}
			set.Add(&q)
			want = append(want, q)
		}
		file, err := set.Encode()
		if err != nil {
			t.Fatal(err)
		}
		opened, err := OpenRequests(file)
		if err != nil {
			t.Fatal(err)
		}
		var got []Request
		_ = opened.Each(func(q *Request) error {
			c := *q
			if q.Gaps != nil {
				c.Gaps = append([]float64{}, q.Gaps...)
			}
			if q.Tokens != nil {
				c.Tokens = append([]int32{}, q.Tokens...)
			}
			got = append(got, c)
			return nil
		})
		if !reflect.DeepEqual(got, want) || opened.RequestRun != set.RequestRun {
			t.Fatalf("got  %+v\nwant %+v", got, want)
		}
		again, err := opened.Encode()
		if err != nil || !bytes.Equal(again, file) {
			t.Fatalf("another file: %v", err)
		}
	})
}

// A clock's ticks cost their bytes, not those of a double.
func TestNumbersAreNarrow(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		coding uint8
		width  int
	}{
		"tokens":                  {[]float64{1, 200, 117, 3}, codingDecimal, 2},               // zigzag 400
		"milliseconds":            {[]float64{0.001, 0.015, 0.127}, codingDecimal, 1},          // 127 is 254
		"nanoseconds":             {[]float64{2.353997281, 2.331955457}, codingDecimal, 5},     // a bit for the sign
		"ticks of a double":       {[]float64{30.62863826751709, 30.5}, codingBinary, 4},       // 2^-22 s
		"a steady stream":         {[]float64{1000.001, 1000.002, 1000.003}, codingDecimal, 3}, // the first is no difference
		"a third":                 {[]float64{1.0 / 3}, codingBinary, 7},
		"nothing but zero":        {[]float64{0, 0}, codingDecimal, 1},
		"a third and a thousand":  {[]float64{1.0 / 3, 1000}, codingDouble, 8},
		"as large as they come":   {[]float64{math.MaxFloat64, 1e-300}, codingDouble, 8},
		"whole beyond 2^53":       {[]float64{1 << 60}, codingDouble, 8},
		"negative, as starts are": {[]float64{-0.5, 0.5}, codingDecimal, 1},
	} {
		n := encodeNumbers(c.values)
		if n.coding != c.coding || len(n.planes) != c.width*len(c.values) {
			t.Errorf("%s: coding %d of %d bytes each, want %d of %d", name, n.coding, len(n.planes)/len(c.values), c.coding, c.width)
		}
		got, what := n.decode(len(c.values))
		if what != "" || !reflect.DeepEqual(got, c.values) {
			t.Errorf("%s: %v %s", name, got, what)
		}
	}
}

func requestsFile(t testing.TB) []byte {
	t.Helper()
	set := &RequestSet{RequestRun: sampleRun()}
	for i := range 20 {
		q := Request{Status: byte(i % 3)}
		q.Figures[RequestTTFT] = opt.Of(float64(i) / 1e3)
		if i%2 == 0 {
			q.Figures[RequestOutput] = opt.Of(float64(i))
			q.Gaps, q.Tokens = []float64{0.01, 0.02}, []int32{1, 2, 3}
		}
		set.Add(&q)
	}
	file, err := set.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Every flipped bit and every cut is an error; another kind of file is told.
func TestDamagedRequests(t *testing.T) {
	file := requestsFile(t)
	for i := range file {
		for bit := range 8 {
			b := bytes.Clone(file)
			b[i] ^= 1 << bit
			if _, err := OpenRequests(b); err == nil {
				t.Fatalf("byte %d bit %d: opened", i, bit)
			}
		}
		if _, err := OpenRequests(file[:i]); err == nil {
			t.Fatalf("cut at %d: opened", i)
		}
	}
	if _, _, _, err := OpenFile(file); err == nil || err.Error() != "data: holds requests, neither operating points nor an index" {
		t.Errorf("as points: %v", err)
	}
	if _, err := OpenRequests(sampleFile(t, KindPoints)); err == nil || err.Error() != "data: holds points, not requests" {
		t.Errorf("points as requests: %v", err)
	}
	if kind, err := KindOf(file); kind != KindRequests || err != nil {
		t.Errorf("%q %v", kind, err)
	}
}

// Contents that no writer makes, in frames whose hash is right.
func TestHostileRequests(t *testing.T) {
	base := func() requestsBody {
		return requestsBody{Model: "M", Workload: "W", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "n", Rows: 2, Status: []byte{0, 0}}
	}
	column := func(c requestColumnBody) requestsBody {
		b := base()
		b.Columns = []requestColumnBody{c}
		return b
	}
	for name, c := range map[string]struct {
		body requestsBody
		want string
	}{
		"more rows than bytes":    {func() requestsBody { b := base(); b.Rows = 1 << 31; return b }(), "a bundle of"},
		"no rows":                 {func() requestsBody { b := base(); b.Rows, b.Status = 0, nil; return b }(), "a bundle of 0"},
		"no model":                {func() requestsBody { b := base(); b.Model = ""; return b }(), "is missing"},
		"a date that is none":     {func() requestsBody { b := base(); b.MeasuredOn = "2026-02-30"; return b }(), "not a date"},
		"too few values":          {column(requestColumnBody{Name: "ttft_s", Values: []byte{1}}), "does not match its rows"},
		"no width":                {column(requestColumnBody{Name: "ttft_s", Coding: 1}), "does not match its rows"},
		"unknown coding":          {column(requestColumnBody{Name: "ttft_s", Coding: 9, Values: []byte{1, 1}}), "coding"},
		"scale out of range":      {column(requestColumnBody{Name: "ttft_s", Coding: 1, Scale: 200, Values: []byte{1, 1}}), "coding"},
		"a narrow double":         {column(requestColumnBody{Name: "ttft_s", Values: []byte{1, 1}}), "coding"},
		"NaN":                     {column(requestColumnBody{Name: "ttft_s", Values: bytes.Repeat([]byte{0xff}, 16)}), "not finite"},
		"an integer beyond 2^53":  {column(requestColumnBody{Name: "ttft_s", Coding: 1, Values: bytes.Repeat([]byte{0xff}, 16)}), "out of range"},
		"present where no row is": {column(requestColumnBody{Name: "ttft_s", Coding: 1, Present: []byte{0xff}, Values: []byte{1, 1}}), "not there"},
		"lengths of a number":     {column(requestColumnBody{Name: "ttft_s", Coding: 1, Lengths: []byte{1, 1}, Values: []byte{1, 1}}), "no list"},
		"lengths that overflow":   {column(requestColumnBody{Name: "gaps_s", Coding: 1, Lengths: bytes.Repeat([]byte{0xff}, 8), Values: []byte{1, 1}}), "does not match its lengths"},
		"a list without lengths":  {column(requestColumnBody{Name: "gaps_s", Coding: 1, Values: []byte{1, 1}}), "lengths do not match"},
		"half a token":            {column(requestColumnBody{Name: "chunk_tokens", Coding: 1, Scale: 1, Lengths: []byte{1, 1}, Values: []byte{2, 2}}), "not a number of tokens"},
	} {
		raw, err := c.body.MarshalMsg(nil)
		if err != nil {
			t.Fatal(err)
		}
		file := sealed(KindRequests, raw)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err = OpenRequests(file)
		runtime.ReadMemStats(&after)
		if spent := after.TotalAlloc - before.TotalAlloc; spent > 64<<10 {
			t.Errorf("%s: %d bytes for a file of %d", name, spent, len(file))
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	twice := base()
	twice.Columns = []requestColumnBody{{Name: "ttft_s", Coding: 1, Values: []byte{1, 1}}, {Name: "ttft_s", Coding: 1, Values: []byte{1, 1}}}
	raw, _ := twice.MarshalMsg(nil)
	if _, err := OpenRequests(sealed(KindRequests, raw)); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("a column twice: %v", err)
	}
	// A column of a later isofront is passed over.
	later := column(requestColumnBody{Name: "queue_s", Coding: 77, Values: []byte{1}})
	raw, _ = later.MarshalMsg(nil)
	if _, err := OpenRequests(sealed(KindRequests, raw)); err != nil {
		t.Errorf("a later column: %v", err)
	}
}

// An index lists requests beside points; without them its bytes are what they
// were before requests were known.
func TestIndexOfRequests(t *testing.T) {
	_, x, _, err := OpenFile(sampleFile(t, KindIndex))
	if err != nil {
		t.Fatal(err)
	}
	before, err := EncodeIndex(x)
	if err != nil || bytes.Contains(before, []byte("requests")) {
		t.Errorf("%v: an index without requests names them", err)
	}
	run := sampleRun()
	run.Duration = opt.Float{} // not in the index
	x.Requests = []RequestsEntry{{run, "requests-b.msgpack", strings.Repeat("ab", 32), 10, 3}, {run, "requests-a.msgpack", strings.Repeat("cd", 32), 20, 4}}
	file, err := EncodeIndex(x)
	if err != nil {
		t.Fatal(err)
	}
	_, y, _, err := OpenFile(file)
	if err != nil || len(y.Requests) != 2 || y.Requests[0] != x.Requests[1] || y.Requests[1] != x.Requests[0] {
		t.Errorf("%v %+v", err, y)
	}
	for _, bad := range []RequestsEntry{
		{run, "../x", strings.Repeat("ab", 32), 10, 3},
		{run, "x", "ab", 10, 3},
		{run, "x", strings.Repeat("ab", 32), 10, 0},
		{RequestRun{}, "x", strings.Repeat("ab", 32), 10, 3},
	} {
		x.Requests = []RequestsEntry{bad}
		if _, err := EncodeIndex(x); err == nil {
			t.Errorf("%+v: encoded", bad)
		}
	}
	p := Point{Model: run.Model, Workload: run.Workload, Hardware: run.Hardware, Framework: run.Framework, Precision: run.Precision, SpecDecoding: run.SpecDecoding,
		Recipe: run.Recipe, Concurrency: 12, MeasuredOn: run.MeasuredOn}
	if !run.Of(&p) {
		t.Error("the requests are not those of their point")
	}
	if p.Concurrency = 13; run.Of(&p) {
		t.Error("the requests are those of another point")
	}
}

// FuzzOpenRequests: no panic, and what opens is written back to a file that
// opens to the same.
func FuzzOpenRequests(f *testing.F) {
	file := requestsFile(f)
	f.Add(file)
	if _, body, _, err := unseal(file); err == nil {
		f.Add(body)
	}
	for _, body := range hostileBodies() {
		f.Add(body[:min(len(body), 64)])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, file := range [][]byte{b, sealed(KindRequests, b)} {
			set, err := OpenRequests(file)
			if err != nil {
				continue
			}
			again, err := set.Encode()
			if err != nil {
				t.Fatal(err)
			}
			twin, err := OpenRequests(again)
			if err != nil || !reflect.DeepEqual(requestsOf(t, set), requestsOf(t, twin)) {
				t.Fatalf("written back it is another: %v", err)
			}
		}
	})
}
