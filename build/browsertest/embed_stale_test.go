package browsertest

import (
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// before is the shipped bundle of the tables here as it was before its last point
// came, and a tag that was written then.
func before(t *testing.T) (bundle []byte, sha256, tag string) {
	t.Helper()
	_, files := packed(t)
	e := query.New()
	var index *data.Index
	for _, file := range files {
		if _, x, _, err := data.OpenFile(file); err == nil && x != nil {
			index = x
		}
	}
	ref := data.BundleEntry{}
	for _, x := range index.Bundles {
		if x.Model == "DeepSeek-V4-Pro" {
			ref = x
		}
	}
	_, _, b, err := data.OpenFile(files[ref.File])
	if err != nil {
		t.Fatal(err)
	}
	var points []data.Point
	for i := range b.Len() {
		// The point that the value at 25 rests on was not there yet.
		if p := b.Point(i); p.Hardware != "gb300" || p.Concurrency != 3072 {
			points = append(points, p)
		}
	}
	if len(points) == b.Len() {
		t.Fatal("there is no such point")
	}
	if bundle, err = data.EncodePoints(b.Model(), b.Workload(), points); err != nil {
		t.Fatal(err)
	}
	_, _, old, err := data.OpenFile(bundle)
	if err != nil {
		t.Fatal(err)
	}
	past, err := data.EncodeIndex(&data.Index{Bundles: []data.BundleEntry{data.Describe(old, "old.msgpack")}, Sheets: index.Sheets, Sources: index.Sources})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range [][]byte{past, bundle} {
		if _, err := e.Open(f); err != nil {
			t.Fatal(err)
		}
	}
	q := wire.Query{Series: []string{"gb200*", "gb300*"}, Baseline: "gb200*", Targets: []float64{25, 50, 80}, PricesAsOf: "2026-03-18"}
	sel, err := e.Table(&q)
	if err != nil {
		t.Fatal(err)
	}
	written := embed.Tag{Hash: old.SHA256(), Asked: &q, Selection: sel, Sheet: sel.Render([]render.Quantity{render.Throughput}, 0), Theme: embed.Themes[0]}
	return bundle, old.SHA256(), written.HTML()
}

const fallback = `document.querySelector("iso-table")`

// The data have moved on and those of that day are gone: the author's figures
// stay as they were written, the element says so, and today's are a choice.
func TestEmbedStaleIsReportedAndNotOverwritten(t *testing.T) {
	_, _, tag := before(t)
	p := Open(t, Article(t, Serve(t, site(t), nil), "", tag))
	p.Expect("404") // the old bundle is asked for
	written := cellsOf(p, fallback)
	settled(p, "author")
	if note := p.shadowText(".note"); !strings.Contains(note, "moved on") || !strings.Contains(note, "no longer there") {
		t.Errorf("the note says %q", note)
	}
	if !Eval[bool](p, within("[part=live]")+`.hidden && document.querySelector("iso-table table").getBoundingClientRect().height > 50`) {
		t.Error("the author's figures are not on show")
	}
	if got := p.shadowText(`[data-figures="today"]`); got != "Today’s" {
		t.Errorf("the choice is %q", got)
	}
	Eval[bool](p, `(`+within(`[data-figures="today"]`)+`.click(), true)`)
	settled(p, "live")
	today := twin(p, isofront(t, append(append([]string{}, shown[:len(shown)-4]...), "--quantity", "throughput", "--targets", "25,50,80", "--format", "html")...))
	if got := cellsOf(p, liveTable); got != today || got == written {
		t.Errorf("today's are\n%s\nthe command line prints\n%s", got, today)
	}
	Eval[bool](p, `(`+within(`[data-figures="author"]`)+`.click(), true)`)
	settled(p, "author")
	if got := cellsOf(p, fallback); got != written {
		t.Errorf("what the author wrote was changed to\n%s", got)
	}
}

// Where the host has kept the bundle of that day, the author's figures are live.
func TestEmbedReadsTheDataOfThatDay(t *testing.T) {
	bundle, sha256, tag := before(t)
	keep := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "."+sha256[:12]+".msgpack") {
				w.Header().Set("Access-Control-Allow-Origin", "*")
				w.Write(bundle)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	p := Open(t, Article(t, Serve(t, site(t), keep), "", tag))
	settled(p, "live")
	written := cellsOf(p, fallback)
	if got := cellsOf(p, liveTable); got != written {
		t.Errorf("live are\n%s\nwritten\n%s", got, written)
	}
	if note := p.shadowText(".note"); !strings.Contains(note, "moved on") {
		t.Errorf("the note says %q", note)
	}
	Eval[bool](p, `(`+within(`[data-figures="today"]`)+`.click(), true)`)
	p.Wait(`document.querySelector("iso-table").figures === "today"`)
	p.Wait(within("table") + `.textContent !== ` + fallback + `.querySelector("table").textContent`)
}

// A value that does not follow from the data is not put right in silence.
func TestEmbedOtherValuesAreSaid(t *testing.T) {
	changed := regexp.MustCompile(`data-value="[0-9.]+"`).ReplaceAllStringFunc
	n := 0
	text := changed(tag(t), func(s string) string {
		if n++; n == 2 {
			return `data-value="12345"`
		}
		return s
	})
	p := Open(t, Article(t, Serve(t, site(t), nil), "", text))
	settled(p, "author")
	if note := p.shadowText(".note"); !strings.Contains(note, "1 of ") {
		t.Errorf("the note says %q", note)
	}
}

// What was changed on the way, refused, or is not there leaves what was written,
// and the note says why.
func TestEmbedRefusesWhatIsNotTheData(t *testing.T) {
	bundleOf := func(next http.Handler, answer func(http.ResponseWriter, *http.Request)) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(filepath.Base(r.URL.Path), "points-deepseek-v4-pro") {
				answer(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	_, files := packed(t)
	var tampered []byte
	for name, file := range files {
		if strings.HasPrefix(name, "points-deepseek-v4-pro") {
			tampered = append([]byte{}, file...)
			tampered[len(tampered)/2] ^= 1
		}
	}
	other, _, _ := before(t)
	cors := func(w http.ResponseWriter) { w.Header().Set("Access-Control-Allow-Origin", "*") }
	for _, c := range []struct {
		name, want, expect string
		answer             func(http.ResponseWriter, *http.Request)
	}{
		{"tampered", "does not match its hash", "", func(w http.ResponseWriter, _ *http.Request) { cors(w); w.Write(tampered) }},
		{"another bundle", "not the one that the index names", "", func(w http.ResponseWriter, _ *http.Request) { cors(w); w.Write(other) }},
		{"not there", "404", "404", func(w http.ResponseWriter, r *http.Request) { cors(w); http.NotFound(w, r) }},
		{"no header", "cannot be fetched", "", func(w http.ResponseWriter, _ *http.Request) { w.Write(other) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := Serve(t, site(t), func(next http.Handler) http.Handler { return bundleOf(next, c.answer) })
			p := New(t)
			p.Expect("404")
			p.Expect("ERR_FAILED")
			p.Expect("CORS policy")
			p.Go(Article(t, url, "", tag(t)))
			settled(p, "failed")
			if note := p.shadowText(".note"); !strings.Contains(note, c.want) || !strings.Contains(note, "as they were written") {
				t.Errorf("the note says %q, want %q", note, c.want)
			}
			if !Eval[bool](p, `document.querySelector("iso-table table").getBoundingClientRect().height > 50`) {
				t.Error("what was written is not on show")
			}
		})
	}
}

// shadowText is the text of the first match in the first element.
func (p *Page) shadowText(selector string) string {
	p.t.Helper()
	return Eval[string](p, within(selector)+".textContent")
}
