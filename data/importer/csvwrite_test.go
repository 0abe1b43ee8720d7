package importer

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// The base form, with a formula, a comma and a quote in the texts, and a true
// zero beside an absent value.
func TestWriteOperatingPoints(t *testing.T) {
	p := data.Point{Model: "=1+1", Workload: "8192/1024", Hardware: "-rc1", Framework: `a,"b"`, Precision: "fp8",
		SpecDecoding: "none", Official: true, Concurrency: 4, MeasuredOn: "2026-05-22"}
	p.Values[data.TputPerGPU], p.Values[data.Interactivity] = opt.Of(1234.5), opt.Of(9.10)
	p.Values[data.RequestsUsed], p.Values[data.TPOT] = opt.Of(0), opt.Of(0.01184)
	var b bytes.Buffer
	if err := WriteOperatingPoints(&b, []data.Point{p}); err != nil {
		t.Fatal(err)
	}
	want := "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,recipe,concurrency,tput_per_gpu,interactivity,tpot_ms,measured_on,run,source,requests_used\r\n" +
		`'=1+1,'-rc1,"a,""b""",fp8,none,false,8192,1024,,4,1234.5,9.1,11.84,2026-05-22,,,0` + "\r\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// A point whose concurrency is not known, as packed files may hold, is not written as one
// measured at none.
func TestWriteUnknownConcurrency(t *testing.T) {
	var b bytes.Buffer
	err := WriteOperatingPoints(&b, []data.Point{{Model: "m", Workload: "8/1", Hardware: "h", Framework: "f", Precision: "p", SpecDecoding: "none", Official: true}})
	if want := "m,h,f,p,none,false,8,1,,,,,,,,\r\n"; err != nil || !strings.HasSuffix(b.String(), want) {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestWriteNothing(t *testing.T) {
	var b bytes.Buffer
	if err := WriteOperatingPoints(&b, nil); err != nil || b.String() != strings.TrimSpace(header)+"\r\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

func TestFormatNumber(t *testing.T) {
	for _, c := range []struct {
		v     float64
		shift int
		want  string
	}{
		{0, 0, "0"}, {1, 0, "1"}, {-12.5, 0, "-12.5"}, {1234.5, 0, "1234.5"}, {0.01184, -3, "11.84"}, {0.05, -3, "50"},
		{1e-7, 0, "1e-7"}, {1e-4, 0, "0.0001"}, {1e20, 0, "100000000000000000000"}, {1e300, 0, "1e300"},
		{0.1, -3, "100"}, {math.MaxFloat64, 0, "1.7976931348623157e308"}, {5e-324, -3, "5e-321"},
	} {
		if got := formatNumber(c.v, c.shift); got != c.want {
			t.Errorf("formatNumber(%v, %d) = %q, want %q", c.v, c.shift, got, c.want)
		}
	}
}

func TestNumbersReadBackExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		shift := rapid.SampledFrom([]int{0, -3}).Draw(t, "shift")
		text := formatNumber(v, shift)
		got, reason := parseNumber(text, shift)
		if reason != "" || got != v {
			t.Fatalf("%v is written %q and read %v %s", v, text, got, reason)
		}
	})
}

// drawText draws text as reading leaves it: no white space around it, no
// control characters, and often with something that needs care.
func drawText(t *rapid.T, label string, least int) string {
	return drawPieces(t, label, least, "@", "/")
}

// drawName draws a part of a series' name.
func drawName(t *rapid.T, label string) string { return drawPieces(t, label, 1) }

func drawPieces(t *rapid.T, label string, least int, more ...string) string {
	piece := rapid.SampledFrom(append([]string{"a", "TP=8", "=", "+", "-", "'", "\"", ",", " ", "ü", "9.10"}, more...))
	for {
		s := strings.TrimSpace(strings.Join(rapid.SliceOfN(piece, least, 6).Draw(t, label), ""))
		if len(s) >= least {
			return s
		}
	}
}

func drawPoint(t *rapid.T) data.Point {
	p := data.Point{
		Model: drawText(t, "model", 1), Hardware: drawName(t, "hardware"), Framework: drawName(t, "framework"),
		Precision: drawName(t, "precision"), SpecDecoding: drawName(t, "spec"),
		Workload: rapid.OneOf(rapid.SampledFrom([]string{"8192/1024", "1024/1024", "agentic", "08/1", "1/0", "=x"}),
			rapid.Custom(func(t *rapid.T) string { return drawText(t, "workload", 1) })).Draw(t, "workload"),
		Disagg: rapid.Bool().Draw(t, "disagg"), Official: rapid.Bool().Draw(t, "official"),
		Recipe: drawText(t, "recipe", 0), Run: drawText(t, "run", 0), Source: drawText(t, "source", 0),
		Concurrency: rapid.IntRange(1, 1<<31-1).Draw(t, "concurrency"),
		MeasuredOn:  rapid.SampledFrom([]string{"", "2026-05-22"}).Draw(t, "date"),
	}
	for m := range p.Values {
		if !rapid.Bool().Draw(t, "present") {
			continue
		}
		switch data.Metric(m) {
		case data.GPUs, data.PrefillGPUs, data.DecodeGPUs, data.Requests, data.RequestsUsed:
			p.Values[m] = opt.Of(float64(rapid.IntRange(1, 1<<30).Draw(t, "count")))
		default:
			p.Values[m] = opt.Of(rapid.Float64Range(1e-300, 1e300).Draw(t, "value"))
		}
	}
	return p
}

// What is written reads back as the same points.
func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		points := rapid.SliceOfNDistinct(rapid.Custom(drawPoint), 1, 8, func(p data.Point) data.Point { return p }).Draw(t, "points")
		var b bytes.Buffer
		if err := WriteOperatingPoints(&b, points); err != nil {
			t.Fatal(err)
		}
		res, err := Read("w.csv", bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Refused) > 0 || !slices.Equal(res.Points, points) {
			t.Fatalf("read back other points\n%s\n%v\n%+v", b.String(), notes(res.Refused), res.Points)
		}
	})
}

// Whatever is read can be kept in bundles and written again, unchanged.
func FuzzOperatingPointCSV(f *testing.F) {
	f.Add([]byte(header + good(4) + good(4)))
	f.Add([]byte("\ufeff" + strings.ReplaceAll(header+good(4), "\n", "\r\n")))
	f.Add([]byte(header + strings.Replace(good(4), "TP=8", "\"'=a\nb\"", 1)))
	f.Add([]byte("model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,p50_itl_s\n'@m,h,f,p,s,agentic,1,1e-320,\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		res, err := readOperatingPoints("f.csv", bytes.NewReader(text), Given{})
		if err != nil {
			return
		}
		for _, p := range res.Points {
			if _, err := data.EncodePoints(p.Model, p.Workload, []data.Point{p}); err != nil {
				t.Fatalf("what was read cannot be kept: %v", err)
			}
		}
		var b bytes.Buffer
		if err := WriteOperatingPoints(&b, res.Points); err != nil {
			t.Fatal(err)
		}
		again, err := readOperatingPoints("f.csv", &b, Given{})
		if err != nil || !slices.Equal(again.Points, res.Points) {
			t.Fatalf("written and read again: %v\n%+v\n%+v", err, res.Points, again)
		}
	})
}
