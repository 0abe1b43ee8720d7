package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/isofront/isofront/core/cost"
	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// definitionLines are the lines of the view's text that begin with a key.
func definitionLines(t *testing.T, key string) (out []string) {
	t.Helper()
	files, _ := filepath.Glob("definitions/*.txt")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Split(string(src), "\n") {
			if rest, ok := strings.CutPrefix(line, key+": "); ok {
				out = append(out, rest)
			}
		}
	}
	if len(out) < 10 {
		t.Fatalf("%d lines of %s in %d files", len(out), key, len(files))
	}
	return out
}

// Every comparison that a definition leads to is one that the bundled data can
// show, at an address that stays as it is.
func TestDefinitionsLeadSomewhere(t *testing.T) {
	for _, line := range definitionLines(t, "see") {
		hash := strings.TrimSpace(strings.Split(line, "|")[0])
		a := shipped(t, hash)
		if len(a.notice) > 0 {
			t.Errorf("%s: %q", hash, a.notice)
		}
		if a.refusal != "" || a.st.view() == "" && a.sel == nil {
			t.Errorf("%s: no table: %s", hash, a.refusal)
		}
		keys := func(s string) map[string]bool {
			out := map[string]bool{}
			for _, part := range strings.Split(s, "&") {
				out[part] = true
			}
			return out
		}
		for part := range keys(hash) {
			if kept := keys(encodeHash(a.st)); !kept[part] {
				t.Errorf("%s: the address of what it opens lacks %s: %s", hash, part, encodeHash(a.st))
			}
		}
	}
}

// say evaluates an expression on fields, each with its letter.
func say(expression string, fields ...string) string {
	return calculate(expression, strings.Join(fields, fieldEnd))
}

// printed is how a calculator shows a value.
func printed(v opt.Float, scale float64) string {
	x, ok := v.Get()
	if !ok {
		return ""
	}
	s := render.Significant(x*scale, 4)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}

func expect(t *testing.T, fields []string, want map[string]string) {
	t.Helper()
	for expression, w := range want {
		if got := say(expression, fields...); got != w {
			t.Errorf("%s of %q: %q, want %q", expression, fields, got, w)
		}
	}
}

// The expressions of one request give what core measures of the same record.
func TestExpressionsOfOneRequest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for range 200 {
		ttft, e2el, osl := float64(1+r.IntN(300))/100, float64(400+r.IntN(3000))/100, float64(1+r.IntN(400))
		m, err := latency.Measure(&latency.Record{Figures: latency.Figures{TTFT: opt.Of(ttft), E2EL: opt.Of(e2el)}, Output: latency.Count{Server: opt.Of(osl)}})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, []string{"?" + decimal(ttft), ">" + decimal(e2el), ">" + decimal(osl)}, map[string]string{
			"$0 $1 $2 itl 1000 *": printed(m.ITL, 1000), "$0 $1 $2 itl rate": printed(m.Interactivity, 1), "$1 $2 per-token rate": printed(m.E2ENormalized, 1), "$1 $2 per-token": printed(m.E2EPerToken, 1),
			"$0 $1 $2 decode": printed(m.Split.Decode, 1), "$0 $1 $2 first-token": printed(m.Split.FirstToken, 1),
			"$0 $1 $2 decode-share": printed(m.Split.DecodeShare, 1), "$0 $1 $2 first-token-share": printed(m.Split.FirstTokenShare, 1),
		})
	}
	// CASES 29: 50 and 25.25 tok/s/user; 5: one token has no ITL.
	expect(t, []string{"?2", ">4", ">101"}, map[string]string{"$0 $1 $2 itl rate": "50", "$1 $2 per-token rate": "25.25"})
	expect(t, []string{"?0.5", ">0.5", ">1"}, map[string]string{"$0 $1 $2 itl": "", "$0 $1 $2 itl rate": "", "$1 $2 per-token rate": "2"})
	expect(t, []string{"?", ">4", ">100"}, map[string]string{"$0 $1 $2 itl": "", "$0 $1 $2 decode": "", "$1 $2 per-token rate": "25"})

	for typed, rec := range map[string]latency.Record{
		"0.004:0, 0.21:1\n0.23:1;0.25:1": {Chunks: []latency.Chunk{{At: 0.004, Kind: latency.RoleOnly}, carrying(0.21, 1), carrying(0.23, 1), carrying(0.25, 1)}},
		"0.5:1, 0.8:3, 1.1:3":            {Chunks: []latency.Chunk{carrying(0.5, 1), carrying(0.8, 3), carrying(1.1, 3)}},
		"0.1:0, 0.3:0":                   {Chunks: []latency.Chunk{{At: 0.1, Kind: latency.RoleOnly}, carrying(0.3, 0)}},
	} {
		m, err := latency.Measure(&rec)
		if err != nil {
			t.Fatal(err)
		}
		gaps, _, err := latency.TokenGaps(&rec)
		if err != nil {
			t.Fatal(err)
		}
		between, err := latency.InterChunk(&rec)
		if err != nil {
			t.Fatal(err)
		}
		var each, chunks []string
		for _, g := range gaps {
			each = append(each, printed(opt.Of(g.Each), 1))
		}
		for _, g := range between {
			chunks = append(chunks, printed(opt.Of(g), 1))
		}
		expect(t, []string{"2" + typed}, map[string]string{
			"$0 bearing left head": printed(m.TTFT, 1), "$0 bearing left last": printed(m.E2EL, 1), "$0 bearing left gaps": strings.Join(chunks, ", "),
			"$0 bearing left gaps $0 bearing right rest /":                              strings.Join(each, ", "),
			"$0 bearing left head $0 bearing left last $0 bearing right sum itl 1000 *": printed(m.ITL, 1000),
		})
	}
}

func carrying(at, tokens float64) latency.Chunk {
	return latency.Chunk{At: at, Kind: latency.Content, Tokens: opt.Of(tokens)}
}

// Statistics are those of a run of such requests: the same percentiles, stalls and
// variation, the rates inverted after.
func TestExpressionsOfASample(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 50 {
		n := 2 + r.IntN(40)
		run := latency.NewRun(latency.Options{})
		var typed []string
		var gaps []float64
		for range n {
			ms := float64(1 + r.IntN(200))
			if r.IntN(8) == 0 {
				ms *= 10
			}
			typed, gaps = append(typed, decimal(ms)), append(gaps, ms/1000)
			// The time itself, since E2EL - TTFT would round it.
			rec := latency.Record{Figures: latency.Figures{ITL: opt.Of(ms / 1000)}, Output: latency.Count{Server: opt.Of(2)}}
			if _, _, err := run.Add(&rec); err != nil {
				t.Fatal(err)
			}
		}
		s := run.Summary()
		p := float64(50 + r.IntN(50))
		near := ""
		if s.ITL.Percentile(p / 100).CloseToMaximum {
			near = strconv.Itoa(n)
		}
		// The same as the gaps of one stream.
		total := 0.0
		for _, g := range gaps {
			total += g
		}
		m, err := latency.Measure(&latency.Record{Figures: latency.Figures{TTFT: opt.Of(1), E2EL: opt.Of(1 + total), Gaps: gaps}, Output: latency.Count{Server: opt.Of(float64(n + 1))}})
		if err != nil {
			t.Fatal(err)
		}
		var pooled latency.Gaps
		for _, g := range gaps {
			pooled.Add(g, 1)
		}
		expect(t, []string{"1" + strings.Join(typed, ", "), ">" + decimal(p)}, map[string]string{
			"$0 1000 / mean": printed(s.ITL.Mean(), 1), "$0 1000 / 0.95 quantile": printed(s.ITL.At(0.95), 1), "$0 1000 / 1 quantile": printed(s.ITL.Max(), 1),
			"$0 1000 / mean rate": printed(s.Interactivity.AtMean(), 1), "$0 1000 / $1 100 / quantile rate": printed(s.Interactivity.At(p/100), 1),
			"$0 $1 100 / close-to-maximum": near, "$0 1000 / deviation $0 1000 / mean /": printed(pooled.Variation(), 1), "$0 1000 / stalls": printed(m.Stalls.Count, 1),
			"$0 1000 / stalled $0 1000 / sum /": printed(m.Stalls.Share, 1), "$0 1000 / $1 100 / nearest-rank": printed(pooled.NearestRank(p/100), 1),
		})
	}
	// CASES 28: ITL at p90 34 ms, 29.41 tok/s/user; p90 of the rates 100.
	expect(t, []string{"110, 10, 10, 10, 50", ">90"}, map[string]string{
		"$0 $1 100 / quantile": "34", "$0 $1 100 / quantile 1000 / rate": "29.41", "$0 1000 / rate $1 100 / quantile": "100", "$0 $1 100 / nearest-rank": "50", "$0 $1 100 / close-to-maximum": "5",
	})

	requests := [][2]float64{{0.3, 20}, {0.3, 20}, {0.4, 30}, {0.4, 30}, {0.5, 40}, {0.5, 40}, {2.5, 20}, {0.4, 90}}
	run := latency.NewRun(latency.Options{Duration: opt.Of(10)})
	var typed []string
	for _, x := range requests {
		typed = append(typed, decimal(x[0])+":"+decimal(x[1]))
		rec := latency.Record{Figures: latency.Figures{TTFT: opt.Of(x[0]), E2EL: opt.Of(x[0] + x[1]/1000)}, Output: latency.Count{Server: opt.Of(2)}}
		if _, _, err := run.Add(&rec); err != nil {
			t.Fatal(err)
		}
	}
	met := run.Summary().Goodput(latency.SLO{TTFT: opt.Of(1), ITL: opt.Of(0.05)}).Met
	expect(t, []string{"2" + strings.Join(typed, ", "), "?1", "?50"}, map[string]string{"$0 $1 $2 meet": strconv.Itoa(met)})
	expect(t, []string{"2" + strings.Join(typed, ", "), "?", "?"}, map[string]string{"$0 $1 $2 meet": "8", "$0 count 2 /": "8"})
}

func TestExpressionsOfMoney(t *testing.T) {
	p, y, kw, q, z := opt.Of(2.4), opt.Of(2000), opt.Of(2.1), opt.Of(1.3), opt.Of(700)
	expect(t, []string{">2000", ">2.4", ">2.1", ">700", ">1.3"}, map[string]string{
		"$1 $0 usd": printed(cost.UsdPerMtok(p, y), 1), "$1 $0 tokens-per-usd": printed(cost.TokensPerUsd(p, y), 1), "$2 $0 joules": printed(cost.JoulesPerToken(kw, y), 1),
		"$2 $0 per-mw": printed(cost.TokensPerSecondPerMW(kw, y), 1), "$0 $3 over": printed(cost.Ratio(y, z), 1),
		"$0 $1 $3 $4 per-dollar": printed(cost.PerfPerDollar(y, p, z, q), 1), "$0 $3 $4 break-even": printed(cost.BreakEven(y, z, q), 1),
		// The identity gives the price back.
		"$1 $0 usd $0 * 3600 * 1000000 /": "2.4",
	})
	expect(t, []string{">2000", "?"}, map[string]string{"$1 $0 usd": "", "$1 $0 joules": "", "$0 $1 +": "", "$0 $1 0 or +": "2,000", "$0 0 /": "", "$0 $0 2 * - positive": "", "7 $9": ""})
}

func TestExpressionsOfCurves(t *testing.T) {
	s := iso.Series{Price: opt.Of(2.0)}
	for _, p := range [][2]float64{{20, 1000}, {40, 700}, {60, 250}, {100, 50}} {
		s.Points = append(s.Points, iso.Point{X: opt.Of(p[0]), Y: opt.Of(p[1])})
	}
	f := iso.Build(&s, iso.Interactivity, false)
	const knots = "220:1000, 40:700, 60:250, 100:50"
	for _, x := range []float64{20, 30, 50, 80, 100, 120, 5} {
		c := iso.ReadCells(&s, f, []float64{x}, iso.Strict)[0]
		expect(t, []string{knots, ">" + decimal(x)}, map[string]string{"$0 $1 state": stateText(f, &c), "$0 $1 at": printed(c.Reading.Y, 1), "2 $0 $1 at usd": printed(c.UsdPerMtok, 1)})
	}
	// CASES 34: 864.0625 at 30, between 20 and 40.
	expect(t, []string{knots, ">30"}, map[string]string{"$0 $1 at": "864.1", "$0 $1 rests points": "20:1000, 40:700"})
	median, most := f.LeaveOneOut()
	expect(t, []string{knots}, map[string]string{"$0 median-off 100 *": printed(median, 100), "$0 most-off 100 *": printed(most, 100), "$0 $1 at": "", "$0 $1 state": ""})
	expect(t, []string{"220:900, 60:300", ">40"}, map[string]string{"$0 $1 at": "600", "$0 $1 state": "interpolated, directional", "$0 median-off": ""})
	// CASES 30: equal points are both members; input order does not matter.
	expect(t, []string{"212:70, 10:100, 5:100, 0:5, 10:100, 12:80"}, map[string]string{"$0 frontier points": "10:100, 10:100, 12:80", "$0 beaten points": "5:100, 12:70", "$0 ineligible points": "0:5"})
	expect(t, []string{"350:10:900, 40:20:1000", ">45"}, map[string]string{
		"$0 outer frontier points": "40:1000, 50:900", "$0 north-star points": "40:1000", "$0 north-star $1 state": "unreachable: fastest is 40", "$0 north-star $1 at": "",
	})
	// CASES X2: at $2, (20,1000) and (60,250), at 40: 625, $0.8889 and not $1.3889.
	expect(t, []string{"220:1000, 60:250", ">40", ">2"}, map[string]string{"$0 $1 at": "625", "$2 $0 $1 at usd": "0.8889", "$0 $2 costs $1 spline": "1.389", "$0 $2 costs 99 spline": ""})
	expect(t, []string{"20:0", ">40", ">2"}, map[string]string{"$0 $1 at": "", "$0 $1 state": "not measured", "$0 frontier points": "", "$0 $2 costs $1 spline": ""})
}

// What was typed and cannot be used is named by its field.
func TestCalculatorsNameTheField(t *testing.T) {
	for typed, want := range map[string]string{
		">x": "!0", ">0": "!0", ">-1": "!0", ">1e3": "!0", ">": "!0", "?": "", "?0": "", "?x": "!0", ">1|?y": "!1", "1": "!0", "11, x": "!0", "21:2, 3": "!0", "21:2, 3:": "!0", "10, 0.0": "",
		"1" + strings.Repeat("1,", 61): "!0", ">1|>NaN": "!1", "31:2": "!0", ">1||>x": "!2",
	} {
		if got := calculate("$0 $9", strings.ReplaceAll(typed, "|", fieldEnd)); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// Every expression of the text is made of words that are known here, and gives
// something of what stands in its fields or says why not.
func TestExpressionsOfTheText(t *testing.T) {
	known := map[string]bool{}
	for _, op := range ops {
		if op == "" || known[op] {
			t.Errorf("operator %q", op)
		}
		known[op] = true
	}
	used := map[string]bool{}
	for _, line := range append(definitionLines(t, "out"), definitionLines(t, "must")...) {
		expression, _, _ := strings.Cut(line, "|")
		for _, word := range strings.Fields(expression) {
			_, err := strconv.ParseFloat(word, 64)
			if !known[word] && err != nil && !regexp.MustCompile(`^\$\d+$`).MatchString(word) {
				t.Errorf("%s: what is %s?", expression, word)
			}
			used[word] = true
		}
	}
	for op := range known {
		if !used[op] {
			t.Errorf("%s is in no expression", op)
		}
	}
}

// Nothing typed and no expression makes a calculator stop, or answer at length or
// with what is no number.
func TestCalculatorsTakeAnything(t *testing.T) {
	odd := regexp.MustCompile(`NaN|Inf`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(ops[:]), rapid.StringMatching(`\$[0-9x]{1,3}|[0-9.]{1,4}|[a-z$]{1,5}`)), 0, 12).Draw(t, "words")
		fields := rapid.SliceOfN(rapid.OneOf(rapid.StringMatching(`[>?123][0-9.:, a-z]{0,40}`), rapid.StringMatching(`[123]([0-9]{1,15}(:[0-9.]{1,9}){0,3}[,;\n]?){0,8}`), rapid.String()), 0, 5).Draw(t, "fields")
		got := say(strings.Join(words, " "), fields...)
		if odd.MatchString(got) || len(got) > 60*len(strings.Join(fields, "  "))+2000 {
			t.Fatalf("%q", got)
		}
	})
}
