package main

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// dropped is a reader's own measurement of a model.
func ownBundle(t *testing.T, model string) []byte {
	t.Helper()
	var points []data.Point
	for i, x := range []float64{20, 40, 60} {
		p := data.Point{Model: model, Workload: "8192/1024", Hardware: "gb300", Framework: "own", Precision: "fp4", SpecDecoding: "none", Disagg: true, Official: true, Concurrency: 1 + i, MeasuredOn: "2026-06-01"}
		p.Values[data.Interactivity], p.Values[data.TputPerGPU] = opt.Of(x), opt.Of(100_000/x)
		points = append(points, p)
	}
	file, err := data.EncodePoints(model, "8192/1024", points)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestDroppedPointsLeaveTheRestAsItIs(t *testing.T) {
	a := shipped(t, "v=requests")
	if a.exploring() || a.pageTitle() != "Requests" {
		t.Errorf("the view is %q", a.pageTitle())
	}
	before := map[string]int{}
	for i := range a.heads {
		before[a.heads[i].Name] = a.looks[i]
	}
	shown, baseline := a.names(), a.baselineName()
	a.overlay(drop{Name: "mine.csv", File: "mine.csv", Kept: 3, Refused: 1}, [][]byte{ownBundle(t, "DeepSeek-V4-Pro")})
	const own = "gb300/own/fp4/none/disagg/unofficial"
	if got := a.names(); !slices.Contains(got, own) || len(got) != len(shown)+1 || a.baselineName() != baseline {
		t.Errorf("on show are %q, before %q", got, shown)
	}
	for i := range a.heads {
		name := a.heads[i].Name
		if look, ok := before[name]; ok && look != a.looks[i] {
			t.Errorf("%s looks different than before", name)
		}
		if a.dropped(&a.heads[i]) != (name == own) {
			t.Errorf("%s: dropped is wrong", name)
		}
	}
	if got := a.drops[0].words(); got != "3 operating points of DeepSeek-V4-Pro, 8192/1024 tokens in/out; 1 row refused." {
		t.Error(got)
	}
	if text := a.copyText(asCSV); strings.Contains(text, "own") || text == "" {
		t.Errorf("the export holds dropped series:\n%s", text)
	}
	const left = "Left out: dropped results, unofficial, of 1 of the systems on show."
	if text := a.drawnCaption(); !strings.Contains(text, left) {
		t.Errorf("the picture does not say what it lacks: %q", text)
	}
	a.copyAll = true
	if text := a.drawnCaption(); strings.Contains(text, "Left out") {
		t.Errorf("nothing is left out: %q", text)
	}
	if text := a.copyText(asCSV); !strings.Contains(text, "own") {
		t.Errorf("the export lacks what was asked for:\n%s", text)
	}

	// Who follows the link is told what it needs.
	link := encodeHash(a.st)
	other := shipped(t, link)
	if got := other.missingText(); !strings.Contains(got, "“mine.csv”") || a.missingText() != "" {
		t.Errorf("%q, %q", got, a.missingText())
	}
	other.overlay(drop{Name: "mine.csv", File: "mine.csv"}, [][]byte{ownBundle(t, "DeepSeek-V4-Pro")})
	if other.missingText() != "" || !slices.Equal(other.names(), a.names()) {
		t.Errorf("with the file: %q, %q", other.missingText(), other.names())
	}

	a.lift(0)
	if got := a.names(); !slices.Equal(got, shown) || encodeHash(a.st) != encodeHash(state{}) && strings.Contains(encodeHash(a.st), "with") {
		t.Errorf("without it again: %q, %s", got, encodeHash(a.st))
	}
}

// Dropped results take part in where the line and the targets begin: where that
// moves them it is said, and where the reader set them they stay.
func TestWhatDroppedResultsMoveIsSaid(t *testing.T) {
	dropOn := func(hash string) *app {
		a := shipped(t, hash)
		a.overlay(drop{Name: "mine.csv", File: "mine.csv", Kept: 3}, [][]byte{ownBundle(t, "DeepSeek-V4-Pro")})
		return a
	}
	const end = ", where most systems were measured. What you set yourself stays."
	for hash, want := range map[string]string{
		"":                    "With the dropped results on show the suggested targets moved from 20, 30, 40, 50, 60, 70 to 20, 30, 40, 50, 60 tok/s/user" + end,
		"x=31":                "With the dropped results on show the suggested targets moved from 20, 30, 40, 50, 60, 70 to 20, 30, 40, 50, 60 tok/s/user" + end,
		"x=31&t=20,70":        "",
		"m=GLM-5":             "", // another model: all of it is new
		"show=gb300&x=31&t=5": "",
	} {
		a := dropOn(hash)
		if a.shifted != want {
			t.Errorf("%s: %q, want %q", hash, a.shifted, want)
		}
		if strings.Contains(hash, "x=31") && a.lineX() != 31 || strings.Contains(hash, "t=20,70") && a.targetsText() != "20, 70" {
			t.Errorf("%s: what was set moved to %v, %s", hash, a.lineX(), a.targetsText())
		}
	}
	a := dropOn("")
	if !strings.Contains(draw(t, a), `<p id="shifted" class="help">With the dropped`) {
		t.Error("the page does not say it")
	}
	if a.lift(0); a.shifted != "" {
		t.Errorf("it is said when they are gone: %q", a.shifted)
	}
}

func TestDroppedModelOfItsOwnIsShown(t *testing.T) {
	a := shipped(t, "")
	a.overlay(drop{Name: "new.csv", Kept: 3}, [][]byte{ownBundle(t, "New")})
	if a.chart == nil || a.chart.Model != "New" || a.wanted != "" || len(a.heads) != 1 {
		t.Fatalf("on show is %v, wanted %q", a.chart, a.wanted)
	}
	if text := a.copyText(asCSV); text != "" {
		t.Errorf("nothing here may be exported unasked:\n%s", text)
	}
	a.lift(0)
	if a.entry == nil || a.entry.Model == "New" {
		t.Error("what was taken away is still on show")
	}
	a.overlay(drop{Name: "bad"}, [][]byte{[]byte("no bundle")})
	if len(a.drops) != 0 || len(a.notice) != 1 {
		t.Errorf("%q", a.notice)
	}
	none := newApp("")
	none.overlay(drop{Name: "early"}, nil)
	if len(none.notice) != 1 {
		t.Errorf("%q", none.notice)
	}
	none.show("requests")
	if none.st.view() != "requests" || none.viewLink("") != "#" {
		t.Error("the view does not change")
	}
}

func TestReferencesKeepTheirMeaningBesideDroppedSeries(t *testing.T) {
	hs := heads("gb300/a/fp4/none/agg", "gb300/b/fp4/none/agg")
	hs[1].Official = false
	if i, ok := resolve(hs, "gb300"); !ok || i != 0 {
		t.Error("a reference of before means the official series")
	}
	if got := shorten(hs, 1); got != "gb300/b" {
		t.Errorf("the other one is %q", got)
	}
	var none []wire.Head
	if _, ok := resolve(none, "x"); ok {
		t.Error("found among none")
	}
}

func TestLoopText(t *testing.T) {
	for _, c := range [][6]string{
		{"1", "3000", "", "30", "90.0 s", ""},
		{"1", "3000", "", "1.4", "4.20 s", ""},
		{"100", "3000", "0.5", "1.4", "470 s (7.83 minutes)", ""},
		{"1000", "3000", "0", "30", "89,970 s (25.0 hours)", ""},
		{"", "3000", "", "30", "The steps must be a number above 0, such as 30.", "steps"},
		{"1", "3000", "x", "30", "The TTFT must be a number such as 0.5, or empty.", "ttft"},
		{"1", "3000", "", "-1", "The ITL must be a number above 0, such as 30.", "itl"},
	} {
		if got, fault := loopText(c[0], c[1], c[2], c[3]); got != c[4] || fault != c[5] {
			t.Errorf("%q: got %q, %q, want %q, %q", c[:4], got, fault, c[4], c[5])
		}
	}
}

// Unofficial series may be switched on on the E2E-normalized axis where all files
// that they came from hold their requests.
func TestDroppedRecordsAreOfAWholeSeries(t *testing.T) {
	const model, own = "DeepSeek-V4-Pro", "gb300/own/fp4/none/disagg/unofficial"
	recorded := []dropSeries{{model, "8192/1024", own}}
	a := shipped(t, "axis=e2e-normalized")
	head := func() *wire.Head {
		t.Helper()
		i := slices.IndexFunc(a.heads, func(h wire.Head) bool { return h.Name == own })
		if i < 0 {
			t.Fatalf("%s is not there: %q", own, a.names())
		}
		return &a.heads[i]
	}
	for _, c := range []struct {
		d    drop
		want string
	}{
		{drop{Name: "r: 1", File: "r", Recorded: recorded}, "until you switch"},
		{drop{Name: "r: 2", File: "r", Recorded: recorded}, "until you switch"},
		{drop{Name: "p.csv", File: "p.csv"}, "holds no per-request records"},
	} {
		a.overlay(c.d, [][]byte{ownBundle(t, model)})
		if why := a.off(head()); !strings.Contains(why, c.want) || a.maySwitch() != strings.Contains(c.want, "switch") {
			t.Errorf("%s: %q, may switch %v", c.d.Name, why, a.maySwitch())
		}
	}
	if !slices.Equal(a.st.Drops, []string{"r", "p.csv"}) || a.missingText() != "" {
		t.Errorf("the link needs %q, missing is %q", a.st.Drops, a.missingText())
	}
	// Under its name again, a run takes the place of what it was, also of another model.
	a.lift(2)
	a.overlay(drop{Name: "r: 1", File: "r", Recorded: recorded}, [][]byte{ownBundle(t, "New")})
	if got := a.engine.Overlaid("r: 1", model, "8192/1024"); len(got) != 0 {
		t.Errorf("of the first model there still is %q", got)
	}
}

// A bundle that the site has is said to be here and drawn once, under whatever
// name it comes and before or after the site's own is there.
func TestARepeatedBundleIsSaid(t *testing.T) {
	files := packed(t)
	const place = "DeepSeek-V4-Pro, 8192/1024 tokens in/out"
	var own []byte
	for name, file := range files {
		if strings.HasPrefix(name, "points-deepseek-v4-pro-8192") {
			own = file
		}
	}
	_, _, b, err := data.OpenFile(own)
	if err != nil {
		t.Fatal(err)
	}
	points := b.Points()
	most := points[:len(points)-1] // another bundle, its rows the same
	fewer, err := data.EncodePoints(b.Model(), b.Workload(), most)
	if err != nil {
		t.Fatal(err)
	}
	for i := range points {
		points[i].Official = false
	}
	points[0].Values[data.TputPerGPU] = opt.Of(4321)
	changed, err := data.EncodePoints(b.Model(), b.Workload(), points)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, hash, words, badge string
		file                     []byte
		series                   int
	}{
		{"the very bundle", "", count(len(points), "operating point") + " of " + place + ": the same that this site has, so nothing was laid over.", "already here", own, 0},
		{"its rows", "", count(len(most), "operating point") + " of " + place + ": the same that this site has, so nothing was laid over.", "already here", fewer, 0},
		{"before the site's", "m=GLM-5", count(len(most), "operating point") + " of " + place + ": the same that this site has, so nothing was laid over.", "already here", fewer, 0},
		{"one row is new", "", count(len(points), "operating point") + " of " + place + "; " + strconv.Itoa(len(points)-1) + " of them this site has already, not drawn twice.", "unofficial", changed, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := shipped(t, c.hash)
			rows := len(points)
			if len(c.file) == len(fewer) {
				rows = len(most)
			}
			a.overlay(drop{Name: "x.msgpack", File: "x.msgpack", Kept: rows}, [][]byte{c.file})
			draw(t, a) // while the site's own bundle may be on its way
			serve(t, a, files)
			d := &a.drops[0]
			if d.words() != c.words || d.badge() != c.badge {
				t.Errorf("%s: %q, want %q", d.badge(), d.words(), c.words)
			}
			unofficial := 0
			for i := range a.heads {
				if !a.heads[i].Official {
					unofficial++
				}
			}
			if unofficial != c.series || (len(a.st.Drops) > 0) != (c.series > 0) || a.chart.Model != b.Model() || !a.exploring() {
				t.Errorf("%d series laid over, the link names %q, %s is on show", unofficial, a.st.Drops, a.chart.Model)
			}
		})
	}
}

// What was remarkable about the rows of a dropped file is a list, in the order of the
// importers, folded where it is more than a handful; all of it is text.
func TestRemarksOnADroppedFile(t *testing.T) {
	a := shipped(t, "")
	a.overlay(drop{Name: "none.csv", File: "none.csv", Kept: 3}, [][]byte{ownBundle(t, "DeepSeek-V4-Pro")})
	if got := partOf(a, "remarks"); got != "" {
		t.Errorf("without remarks: %s", got)
	}
	few := []string{"Refused: in the file, row 3: <b>x", "Kept, but: in the file, row 4: y"}
	a.overlay(drop{Name: "mine.csv", File: "mine.csv", Kept: 3, Refused: 1, Notes: few}, [][]byte{ownBundle(t, "GLM-5")})
	got := partOf(a, "remarks")
	if !strings.Contains(got, `<details data-key="mine.csv" open>`) || !strings.Contains(got, "<li>Refused: in the file, row 3: &lt;b&gt;x</li><li>Kept, but: in the file, row 4: y</li>") {
		t.Error(got)
	}
	a.drops[1].Notes = slices.Repeat(few, mostOpen)
	if got := partOf(a, "remarks"); strings.Contains(got, " open") || strings.Count(got, "<li>") != 2*mostOpen {
		t.Error(got)
	}
}
