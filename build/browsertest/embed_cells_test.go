package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// More cells than a page can hold are not drawn: what was written stays, and the
// note says how many there would be and how many there may be. What is just within
// is drawn.
func TestEmbedOfTooManyCells(t *testing.T) {
	url := Serve(t, site(t), nil)
	list := func(n int) string {
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprint(10 + float64(i)/100)
		}
		return strings.Join(out, ",")
	}
	for _, c := range []struct {
		name, attributes, note string
	}{
		{"targets", `systems="gb200*,gb300*" quantities="throughput" targets="` + list(2501) + `"`, "2501 targets of 2 values each are 5002 cells, and an element shows 5000 at most"},
		{"quantities", `systems="gb200*,gb300*" baseline="gb200*" targets="` + list(626) + `" quantities="throughput,cost,tokens-per-dollar,energy"`, "626 targets of 8 values each"},
		{"a great many", `targets="` + list(60000) + `"`, "60000 targets"},
	} {
		t.Run(c.name, func(t *testing.T) {
			body := tag(t)
			_, inside, _ := strings.Cut(body, ">\n")
			p := Open(t, Article(t, url, "", `<iso-table model="DeepSeek-V4-Pro" workload="8192/1024" `+c.attributes+">\n"+inside))
			settled(p, "failed")
			if note := p.shadowText(".note"); !strings.Contains(note, c.note) || !strings.Contains(note, "as they were written") {
				t.Errorf("the note says %q, want %q", note, c.note)
			}
			if !Eval[bool](p, `document.querySelector("iso-table table").getBoundingClientRect().height > 50`) {
				t.Error("what was written is not on show")
			}
		})
	}
	p := Open(t, Article(t, url, "", `<iso-table model="DeepSeek-V4-Pro" workload="8192/1024" systems="gb200*,gb300*" quantities="throughput" targets="`+list(2500)+`,10,10"></iso-table>`))
	settled(p, "live")
	if got := Eval[int](p, liveTable+`.querySelectorAll("td").length`); got != 5000 {
		t.Errorf("%d cells", got)
	}
	p = Open(t, Article(t, url, "", `<iso-chart model="DeepSeek-V4-Pro" workload="8192/1024" systems="gb*" targets="`+list(4000)+`"></iso-chart>`))
	settled(p, "failed")
	if note := p.shadowText(".note"); !strings.Contains(note, "5000 at most") {
		t.Errorf("the note says %q", note)
	}
}
