package definitions

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/latency"
)

func source(t *testing.T) []Group {
	t.Helper()
	groups, err := Read(os.DirFS(filepath.Join("..", "..", "site", "definitions")))
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

// A term without its formula, its unit, what it hides, when it is absent, a
// calculator or a comparison would be half a definition.
func TestEveryTermIsWhole(t *testing.T) {
	terms := 0
	for _, g := range source(t) {
		for _, x := range g.Terms {
			terms++
			for what, ok := range map[string]bool{
				"plain words": len(x.Plain) > 0, "formula": len(x.Formulas) > 0, "unit": x.Unit != "", "hides": x.Hides != "", "absent": x.Absent != "",
				"comparison": len(x.See) > 0, "calculator": len(x.Calcs) > 0,
			} {
				if !ok {
					t.Errorf("%s: no %s", x.ID, what)
				}
			}
			for _, c := range x.Calcs {
				if len(c.Fields) == 0 || len(c.Lines) == 0 {
					t.Errorf("%s: its calculator has %d fields and %d results", x.ID, len(c.Fields), len(c.Lines))
				}
			}
		}
	}
	if terms < 20 {
		t.Errorf("%d terms", terms)
	}
}

func TestRender(t *testing.T) {
	groups := source(t)
	all, err := Render(groups, func(string, string) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	text := string(all)
	if m := regexp.MustCompile(`(?i)<[a-z][^>]*\s(style|on[a-z]+)=|<(style|script)`).FindString(text); m != "" {
		t.Errorf("the page's policy blocks %s", m)
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`\sid="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("id %s twice", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`(?:data-term|for|aria-labelledby|aria-describedby)="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if !ids[m[1]] && !ids["d-"+m[1]] {
			t.Errorf("%s leads nowhere", m[0])
		}
	}
	// Figures come from the data that ship: see the cases of the design.
	for _, want := range []string{"$4.78", "$0.946", "74.13", "15.26:8933"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is nowhere", want)
		}
	}
	if strings.Contains(text, "<no value>") || strings.Contains(text, "{{") {
		t.Error("a figure was not filled in")
	}
}

// A site whose data hold nothing of a comparison does not offer it.
func TestRenderLeavesOutWhatCannotBeOpened(t *testing.T) {
	groups := source(t)
	none, err := Render(groups, func(string, string) bool { return false })
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(none), "#m=") || strings.Contains(string(none), "audit-example") {
		t.Error("a comparison of data that are not there is offered")
	}
	if !strings.Contains(string(none), `href="#v=requests"`) {
		t.Error("what needs no data went too")
	}
	if len(groups[0].Terms[0].See) == 0 {
		t.Error("Render changed its input")
	}
}

// The table of tools is what core's conventions print, not a text about them.
func TestTools(t *testing.T) {
	tools, err := Tools()
	if err != nil {
		t.Fatal(err)
	}
	if len(tools) != len(latency.Conventions()) {
		t.Errorf("%d tools, %d conventions", len(tools), len(latency.Conventions()))
	}
	find := func(name string) Tool {
		i := slices.IndexFunc(tools, func(x Tool) bool { return x.Name == name })
		if i < 0 {
			t.Fatalf("no %s", name)
		}
		return tools[i]
	}
	// By hand, of chunks of 1, 3 and 3 tokens at 0.5, 0.8 and 1.1 s, the role at
	// 0.01 and usage at 1.15: vLLM takes the role for the first token,
	// (1.1 - 0.01)/6 = 0.1817, and pools chunk gaps of 0.3; GuideLLM's TPOT is
	// 1.1/7 = 0.1571; llmperf's is 1.15/7 = 0.1643; inference-perf gives four of
	// six tokens a gap of 0, so the median is 0.
	for name, want := range map[string]string{
		"vLLM bench serve": "181.7 `median_tpot_ms` 300 `median_itl_ms`", "AIPerf": "100 `inter_token_latency.p50`",
		"GuideLLM": "157.1 `time_per_output_token_ms.median`", "llmperf": "164.3 `inter_token_latency_s.quantiles.p50`", "inference-perf": "0 `latency.inter_token_latency.median`",
	} {
		if got := find(name).ITL; !strings.Contains(got, want) {
			t.Errorf("%s: ITL %s, want %s", name, got, want)
		}
	}
	if got := find("vLLM bench serve").TTFT; !strings.HasPrefix(got, "10 ") {
		t.Errorf("TTFT of the role: %s", got)
	}
	if ttft, itl, e2el, err := ours(); err != nil || ttft != "500" || itl != "100" || e2el != "1,100" {
		t.Errorf("ours: %s %s %s %v", ttft, itl, e2el, err)
	}
}

func TestParse(t *testing.T) {
	g, err := Parse("## G\n# a-b: Title: more\nplain: one\n  two\nplain: three\ncalc:\nfield: 0 ? 0.2 | TTFT, s | a time\nfield: 1 >|E|a b\nmust: $1 $0 - | 0\nout: $0 2 * | Label | | none\n")
	if err != nil {
		t.Fatal(err)
	}
	x := g.Terms[0]
	if x.Title != "Title: more" || x.Plain[0] != "one two" || x.Calcs[0].Fields[0] != (Field{0, "?", "0.2", "TTFT, s", "a time", "$1 $0 -", "c-a-b-0"}) || x.Calcs[0].Fields[1].Label != "E" ||
		x.Calcs[0].Lines[0] != (Line{"$0 2 *", "Label", "", "none"}) {
		t.Errorf("%+v", x)
	}
	for _, bad := range []string{
		"", "## G\nplain: early", "## G\n# A b: T", "## G\n# ab: T\nnonsense: x", "## G\n# ab: T\nplain", "## G\n# ab: T\nout: $0 | x", "## G\n# ab: T\ncalc:\nout: x", "## G\n# ab: T\ncalc:\nmust: $0 | 0",
		"## G\n# ab: T\ncalc:\nfield: 0 Z 1 | a | b", "## G\n# ab: T\nsee: m=1", "## G\n# ab: T\nsource: ftp://x | y", "# ab: T\nplain: x",
	} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestInline(t *testing.T) {
	got := string(inline("a < b, `x_y`, **so**, [here](@itl) and [there](https://a.example/?q=1&r=2)"))
	want := `a &lt; b, <code>x_<wbr>y</code>, <b>so</b>, <a href="#v=definitions&amp;d=itl" data-term="itl">here</a> and <a href="https://a.example/?q=1&amp;r=2" rel="noopener noreferrer">there</a>`
	if got != want {
		t.Errorf("%s", got)
	}
}
