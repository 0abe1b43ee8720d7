package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"
)

// script runs an expression over the page's modules in Node and decodes its
// value.
func script[T any](t *testing.T, expression string) (value T) {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("no node on PATH: these tests run the page's script in Node.js 20")
	}
	built := api.Build(api.BuildOptions{
		Stdin: &api.StdinOptions{
			Contents:   `import * as n from "./nearest"; import * as k from "./ticks"; import * as m from "./marks"; import * as s from "./speed"; import * as l from "./labels"; import * as w from "./wire"; console.log(JSON.stringify(` + expression + `))`,
			ResolveDir: "web",
		},
		Bundle: true,
		Format: api.FormatIIFE,
	})
	if len(built.Errors) > 0 {
		t.Fatal(built.Errors[0].Text)
	}
	out, err := exec.Command(node, "-e", string(built.OutputFiles[0].Contents)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &value); err != nil {
		t.Fatalf("%s: %v", out, err)
	}
	return value
}

// A reader's larger default font enlarges the page's text: no size of text is in pixels
// but that of figures, whose unit is their own.
func TestTextIsSizedByTheReader(t *testing.T) {
	sheets, err := filepath.Glob("web/*.css")
	if err != nil || len(sheets) < 10 {
		t.Fatal(sheets, err)
	}
	for _, name := range sheets {
		css, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, rule := range regexp.MustCompile(`[^{}]*\{[^{}]*\}`).FindAllString(string(css), -1) {
			if !strings.Contains(rule, " svg ") && regexp.MustCompile(`(font|font-size|line-height):[^;]*\dpx`).MatchString(rule) {
				t.Errorf("%s: %s", name, strings.TrimSpace(rule))
			}
		}
	}
}

// elastic-charts #1013, plotly.js #519: on a log axis with points at 1, 10, 100
// and 1000 the pointer at 40 is nearest to 100 (|2 - 1.602| = 0.398 < 0.602);
// in data units it would be 10. Places that are no numbers are passed over.
func TestNearestIsOfTheScreen(t *testing.T) {
	at := func(xs string) string {
		return "n.nearest(Float64Array.from(" + xs + "), Float64Array.from([0, 0, 0, 0]), Math.log10(40) * 100, 0, 1e9)"
	}
	if got := script[int](t, at("[1, 10, 100, 1000].map(x => Math.log10(x) * 100)")); got != 2 {
		t.Errorf("the nearest to 40 is number %d, want 2 (100)", got)
	}
	if got := script[int](t, at("[1, 10, -100, 0].map(x => Math.log10(x) * 100)")); got != 1 {
		t.Errorf("with no place for -100 and 0 the nearest is number %d, want 1", got)
	}
	if got := script[int](t, "n.nearest(Float64Array.from([0, 50]), Float64Array.from([0, 50]), 20, 20, 26)"); got != -1 {
		t.Errorf("28 pixels off is within reach of number %d, want none", got)
	}
}

func TestTicks(t *testing.T) {
	for expression, want := range map[string][]float64{
		"k.linearTicks(0, 78, 8)":    {0, 10, 20, 30, 40, 50, 60, 70},
		"k.linearTicks(0, 0.35, 4)":  {0, 0.1, 0.2, 0.3},
		"k.linearTicks(12.5, 14, 4)": {12.5, 13, 13.5, 14},
		"k.logTicks(8, 150, 8)":      {10, 20, 30, 40, 50, 70, 100},
		"k.logTicks(15, 90, 12)":     {15, 20, 25, 30, 40, 50, 60, 70, 80, 90},
		"k.logTicks(1, 1e6, 4)":      {1, 10, 100, 1000, 10000, 100000, 1000000},
	} {
		if got := script[[]float64](t, expression); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", expression, got, want)
		}
	}
	for expression, want := range map[string]string{
		"k.label(12000)": "12,000", "k.label(1234567)": "1,234,567", "k.label(0.1)": "0.1", "k.label(1500.25)": "1,500.25", "k.label(0)": "0",
	} {
		if got := script[string](t, expression); got != want {
			t.Errorf("%s: got %q, want %q", expression, got, want)
		}
	}
}

func TestSpeedsAsTyped(t *testing.T) {
	type read struct {
		Value float64
		Fault string
	}
	for text, want := range map[string]read{
		"30.5": {30.5, ""}, " 30. ": {30, ""}, ".5": {.5, ""},
		"30,5":    {0, "“30,5”: use a point: 30.5."},
		"1,234":   {0, "“1,234”: write 1.234, or 1234 without the comma."},
		"abc":     {0, "“abc” is not a number such as 30.5."},
		"1e3":     {0, "“1e3” is not a number such as 30.5."},
		"0":       {0, "“0” is not above 0."},
		"":        {0, "Type a speed above 0, such as 30.5."},
		"2000000": {0, "“2000000” is above 1000000, the most that is taken."},
	} {
		quoted, _ := json.Marshal(text)
		if got := script[read](t, "s.readSpeed("+string(quoted)+")"); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
}

// A mark on another series' mark is drawn last and small, so that both are seen;
// marks of one series, and those off the frontier, never are.
func TestMarksThatOverlapAreStacked(t *testing.T) {
	got := script[[]string](t, `m.stacked([
		{x: 100, y: 50, series: 0, member: true}, {x: 97, y: 51, series: 1, member: true}, {x: 10, y: 50, series: 0, member: true},
		{x: 10, y: 90, series: 1, member: true}, {x: 98, y: 52, series: 1, member: true}, {x: 100, y: 50, series: 1, member: false},
	].map((x) => ({...x, small: false}))).map((x) => [x.series, x.x, x.member ? "on" : "off", x.small ? "small" : "full"].join(" "))`)
	want := []string{"1 100 off full", "0 10 on full", "1 10 on full", "1 97 on full", "1 98 on full", "0 100 on small"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Names on random curves: each lies in the plot, and covers no
// sample of any curve, no mark and no other name. One alone always finds a place,
// the second of two that are the same never does.
func TestNamesCoverNothing(t *testing.T) {
	faults := script[[]string](t, `(() => {
		const faults = [];
		let seed = 7, placed = 0;
		const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
		for (let round = 0; round < 60; round++) {
			const [width, height] = [200 + 400 * random(), 200 + 200 * random()];
			const curves = Array.from({length: 1 + round % 12}, () => {
				const [a, b, c] = [random(), random(), 0.2 + random()];
				const xs = Array.from({length: 80}, (_, k) => width * (0.1 + 0.8 * a * k / 80 + 0.1 * b));
				return {xs, ys: xs.map((x) => height * (1 - Math.exp(-c * 3 * x / width) * b) - 4), width: 30 + 60 * random()};
			});
			const blocks = Array.from({length: 8}, () => ({x: width * random(), y: height * random(), across: 5, down: 5}));
			const boxes = [];
			l.placeNames(curves, blocks, width, height).forEach((p, i) => {
				if (!p) return;
				placed++;
				const box = [p.left, p.middle - 6, p.left + curves[i].width, p.middle + 6];
				const hit = (x, y) => x > box[0] && x < box[2] && y > box[1] && y < box[3];
				if (box[0] < 0 || box[1] < 0 || box[2] > width || box[3] > height) faults.push("outside: " + box);
				for (const c of curves) for (let k = 0; k < c.xs.length; k++) if (hit(c.xs[k], c.ys[k])) faults.push("on a curve: " + box);
				for (const b of blocks) if (box[0] < b.x + 5 && box[2] > b.x - 5 && box[1] < b.y + 5 && box[3] > b.y - 5) faults.push("on a mark: " + box);
				for (const o of boxes) if (box[0] < o[2] && box[2] > o[0] && box[1] < o[3] && box[3] > o[1]) faults.push("on a name: " + box);
				boxes.push(box);
			});
		}
		if (placed < 60) faults.push("only " + placed + " placed");
		const one = {xs: [20, 100, 180], ys: [60, 80, 150], width: 40};
		if (!l.placeNames([one], [], 200, 200)[0]) faults.push("none for one curve");
		if (l.placeNames([one, one], [], 200, 200).some((p) => p)) faults.push("a name on two curves at once");
		return faults;
	})()`)
	for _, f := range faults {
		t.Error(f)
	}
}
