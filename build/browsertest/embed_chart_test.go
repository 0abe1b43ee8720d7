package browsertest

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// isofrontChart is a figure as the tag that the command line writes.
func isofrontChart(t *testing.T, more ...string) string {
	t.Helper()
	dir, _ := packed(t)
	args := append([]string{"--data", dir, "--format", "embed", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25,50"}, more...)
	cmd := exec.Command("go", append([]string{"run", "./build", "chart"}, lastOf(args)...)...)
	cmd.Dir = Root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// A figure is read by keys and by the pointer, and says at the line what a table
// there says. Every curve and every point is drawn; series differ without colour.
func TestEmbedChartReadsLikeATable(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", isofrontChart(t)))
	settled(p, "live")
	if got := Eval[string](p, `[...document.querySelector("iso-chart").shadowRoot.querySelectorAll("svg.plot g")].map((g) => g.querySelectorAll(".curve").length + " " + g.querySelectorAll(".point").length).join()`); got != "1 8,1 6" {
		t.Errorf("drawn: %s", got)
	}
	if got := Eval[int](p, `new Set([...document.querySelector("iso-chart").shadowRoot.querySelectorAll(".curve")].map((c) => c.getAttribute("stroke-dasharray"))).size`); got != 2 {
		t.Errorf("%d kinds of dashes", got)
	}
	Eval[bool](p, `(`+within("svg.plot")+`.focus(), true)`)
	p.Press(Home, Right, Right)
	p.Wait(within(".legend b"))
	at := Eval[float64](p, `document.querySelector("iso-chart").target`)
	p.Wait(fmt.Sprintf(`%s.textContent.includes("At %v tok")`, within(".reading"), at))
	html := isofront(t, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--quantity", "throughput", "--targets", fmt.Sprint(at), "--format", "html")
	want := strings.Split(strings.Split(twin(p, html), "\n")[1], " | ")[1:]
	if got := Eval[[]string](p, `[...document.querySelector("iso-chart").shadowRoot.querySelectorAll(".legend b")].map((b) => b.textContent)`); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("at %v the figure reads %q, the command line %q", at, got, want)
	}
	box := p.Box("iso-chart")
	p.Move(box.X+box.Width/2, box.Y+box.Height/3)
	p.Wait(fmt.Sprintf(`document.querySelector("iso-chart").target !== %v`, at))
	p.Press(Escape)
	p.Wait(`document.querySelector("iso-chart").target === null`)
}

// A figure whose points are not those of the data stays as it was written.
func TestEmbedChartOfOtherPoints(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", strings.Replace(isofrontChart(t), `data-value="8933"`, `data-value="8934"`, 1)))
	settled(p, "author")
	if note := p.shadowText(".note"); !strings.Contains(note, "1 of 39 values") {
		t.Errorf("the note says %q", note)
	}
}

// A live figure has the values over its lines that the static one has, in their
// order, and leaves out those that would run into each other.
func TestEmbedChartLabelsItsTargets(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", isofrontChart(t)))
	settled(p, "live")
	labels := `[...document.querySelector("iso-chart").shadowRoot.querySelectorAll("svg.plot text.at")].map((x) => x.textContent).join()`
	if got := Eval[string](p, labels); got != "25,50" {
		t.Errorf("over the lines stand %q", got)
	}
	apart := Eval[string](p, `(() => {
		const root = document.querySelector("iso-chart").shadowRoot;
		const lines = [...root.querySelectorAll("svg.plot .target")].map((l) => l.getBoundingClientRect());
		return [...root.querySelectorAll("svg.plot text.at")].map((x, i) => { const b = x.getBoundingClientRect(); return Math.abs((b.left + b.right) / 2 - lines[i].left) < 2 && b.bottom <= lines[i].top + 1; }).join();
	})()`)
	if apart != "true,true" {
		t.Errorf("centred over the lines: %s", apart)
	}
	for _, asked := range []string{`model="DeepSeek-R1-0528" workload="agentic" axis="e2el" targets="10,20,40"`, `model="DeepSeek-V4-Pro" workload="8192/1024" targets="40,20,20,20.5,21"`} {
		p = Open(t, Article(t, Serve(t, site(t), nil), "", `<iso-chart `+asked+`></iso-chart>`))
		settled(p, "live")
		if got := Eval[string](p, `(() => {
			const texts = [...document.querySelector("iso-chart").shadowRoot.querySelectorAll("svg.plot text")].map((x) => [x.textContent, x.getBoundingClientRect()]);
			return texts.flatMap(([a, x], i) => texts.slice(i + 1).filter(([, y]) => x.left < y.right - 1 && y.left < x.right - 1 && x.top < y.bottom - 3 && y.top < x.bottom - 3).map(([b]) => a + " on " + b)).join();
		})()`); got != "" {
			t.Errorf("%s: %s", asked, got)
		}
		p.Screenshot("embed-chart-targets")
	}
	if got := Eval[string](p, labels); got != "20,40" {
		t.Errorf("over lines close to each other stand %q", got)
	}
}
