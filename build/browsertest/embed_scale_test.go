package browsertest

import (
	"strings"
	"testing"
)

// A live figure of times is logarithmic without an attribute, as the static one and the
// page that it leads to; the attribute's n makes all of them linear.
func TestEmbedChartOfTimes(t *testing.T) {
	at := Serve(t, site(t), nil)
	for attribute, want := range map[string]bool{"": true, ` log="n"`: false, ` log="ny"`: false, ` log="y"`: true} {
		p := Open(t, Article(t, at, "", `<iso-chart model="DeepSeek-R1-0528" workload="agentic" axis="e2el"`+attribute+`></iso-chart>`))
		settled(p, "live")
		// On a logarithmic axis equal steps of value are not equally long.
		const even = `(() => {
			const marks = [...document.querySelector("iso-chart").shadowRoot.querySelectorAll("svg.plot text")].filter((x) => x.getAttribute("text-anchor") === "middle" && /^[\d,.]+$/.test(x.textContent))
				.map((x) => [Number(x.textContent.replace(/,/g, "")), Number(x.getAttribute("x"))]);
			const slope = (i) => (marks[i + 1][1] - marks[i][1]) / (marks[i + 1][0] - marks[i][0]);
			return Math.abs(slope(0) / slope(marks.length - 2) - 1) < 0.05;
		})()`
		if log := !Eval[bool](p, even); log != want {
			t.Errorf("%q: logarithmic %v", attribute, log)
		}
		p.Wait(within("a[part=link]") + `.href.includes("#m=")`)
		p.Go(Eval[string](p, within("a[part=link]")+".href"))
		p.Wait(ready)
		if log := Eval[bool](p, `document.querySelector("#log-x").checked`); log != want {
			t.Errorf("%q: the page that it leads to is logarithmic %v", attribute, log)
		}
	}
}

// A target far beyond the points does not press them into a corner: the figure says that
// it has no line, and the static one in the tag is no other.
func TestEmbedChartOfAFarTarget(t *testing.T) {
	p := Open(t, Article(t, Serve(t, site(t), nil), "", isofrontChart(t, "--targets", "25,5000")))
	settled(p, "live")
	if got := p.shadowText(".reading"); !strings.HasPrefix(got, "No line at 5000 tok/s/user: far beyond the points. ") {
		t.Errorf("it reads %q", got)
	}
	if wide := Eval[float64](p, `(() => { const root = document.querySelector("iso-chart").shadowRoot; const all = [...root.querySelectorAll(".curve")].map((c) => c.getBoundingClientRect());
		return (Math.max(...all.map((b) => b.right)) - Math.min(...all.map((b) => b.left))) / root.querySelector("svg.plot").getBoundingClientRect().width; })()`); wide < 0.5 {
		t.Errorf("the curves take %v of the width", wide)
	}
	if got := Eval[string](p, `[...document.querySelector("iso-chart").shadowRoot.querySelectorAll("svg.plot text.at")].map((x) => x.textContent).join()`); got != "25" {
		t.Errorf("over the lines stand %q", got)
	}
}
