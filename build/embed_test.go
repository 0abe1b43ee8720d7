package main

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEmbedHoldsTheTable: what stands inside the tag is what --format html
// writes of the same table, and the tag names the series that a glob meant.
func TestEmbedHoldsTheTable(t *testing.T) {
	args := append(append([]string{}, gb...), "--targets", "25,50,80", "--quantity", "cost,energy", "--price", "gb300=2.37")
	tag := must(t, append(args, "--format", "embed", "--data-url", "https://example.org/iso/", "--theme", "dark")...)
	head, rest, _ := strings.Cut(tag, "\n")
	for _, want := range []string{
		`<iso-table data="https://example.org/iso/" hash="`, ` systems="gb200/dynamo-vllm/fp4/none/disagg,gb300/dynamo-vllm/fp4/none/disagg" baseline="gb200/dynamo-vllm/fp4/none/disagg"`,
		` targets="25,50,80" quantities="cost,energy" basis="hyperscaler" prices-as-of="2026-03-18" prices="gb300=2.37" theme="dark">`,
	} {
		if !strings.Contains(head, want) {
			t.Errorf("no %s in %s", want, head)
		}
	}
	if want := must(t, append(args, "--format", "html")...) + "</iso-table>\n"; rest != want {
		t.Errorf("inside stands\n%s\nnot\n%s", rest, want)
	}
}

// TestSentence: by hand as in TestTableSays, 0.2157/0.1022 = 2.11 at 25 and
// 0.946/0.783 = 1.21 at 50, where both sides are directional.
func TestSentence(t *testing.T) {
	got := must(t, append(append([]string{}, gb...), "--targets", "25,50,80", "--quantity", "cost", "--sentence")...)
	want := "DeepSeek-V4-Pro, 8192/1024, at equal interactivity (p50, the median): GB300 has 2.11x the tokens per dollar of GB200 at 25 tok/s/user, " +
		"the largest such ratio at the targets that both reach; at 25 and 50 tok/s/user it is between about 1.21x and 2.11x. " +
		"Unreachable: GB200 at 80 tok/s/user (its fastest measured point is at 74.13); GB300 at 80 tok/s/user (its fastest measured point is at 73.43). " +
		"Prices: hyperscaler, sheet of 2026-03-18.\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestEmbeddedTimesAreLogarithmic: as on the page that the live figure links to, unless
// the tag says otherwise.
func TestEmbeddedTimesAreLogarithmic(t *testing.T) {
	for _, c := range []struct {
		flags []string
		log   string
		logX  bool
	}{
		{[]string{"--axis", "e2el"}, "", true},
		{[]string{"--axis", "ttft", "--log-x", "--log-y"}, ` log="y"`, true},
		{[]string{"--axis", "e2el", "--no-log-x"}, ` log="n"`, false},
		{[]string{"--axis", "e2el", "--no-log-x", "--log-y"}, ` log="ny"`, false},
		{nil, "", false},
		{[]string{"--log-x"}, ` log="x"`, true},
		{[]string{"--no-log-x"}, "", false},
	} {
		tag := must(t, append([]string{"chart", "--format", "embed", "--model", "DeepSeek-R1-0528", "--workload", "agentic"}, c.flags...)...)
		head, rest, _ := strings.Cut(tag, "\n")
		across, _, _ := strings.Cut(rest[strings.Index(rest, "<desc>"):], " Up: ")
		if log := regexp.MustCompile(` log="[^"]*"`).FindString(head); log != c.log || strings.Contains(across, "log scale") != c.logX {
			t.Errorf("%v: %q, %s", c.flags, log, across)
		}
	}
}

// TestEmbeddedFigure: the tag has a figure that any page may hold, without an id or a
// style, under it the notes that a table of it has, but for those on marks in cells, and
// the points that frontier prints.
func TestEmbeddedFigure(t *testing.T) {
	args := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*"}
	tag := must(t, append([]string{"chart", "--format", "embed", "--targets", "25,50", "--log-y", "--theme", "dark"}, args...)...)
	head, rest, _ := strings.Cut(tag, "\n")
	for _, want := range []string{`<iso-chart hash="`, ` systems="gb200/dynamo-vllm/fp4/none/disagg,gb300/dynamo-vllm/fp4/none/disagg" targets="25,50" log="y" theme="dark">`} {
		if !strings.Contains(head, want) {
			t.Errorf("no %s in %s", want, head)
		}
	}
	for _, no := range []string{" style=", " id=", "<?xml", "<script", "<style"} {
		if strings.Contains(rest, no) {
			t.Errorf("there is a%s", no)
		}
	}
	notes := must(t, append([]string{"table", "--targets", "25,50", "--quantity", "throughput", "--format", "html"}, args...)...)
	notes = strings.Replace(notes[strings.Index(notes, "<ul"):], "<li>~ directional: interpolated across a wide or steep gap between two measured points.</li>\n", "", 1)
	if !strings.HasPrefix(rest, "<div class=\"iso-figure\" dir=\"ltr\">\n<p class=\"iso-heading\">") || !strings.HasSuffix(rest, "</details>\n</iso-chart>\n") || strings.Contains(tag, "\n\n") || !strings.Contains(rest, "</div>\n"+notes+"<details") {
		t.Error(rest)
	}
	var drawn, printed []string
	for _, row := range strings.Split(rest, "<tr><th scope=\"row\">")[1:] {
		values := regexp.MustCompile(`data-value="([^"]*)"`).FindAllStringSubmatch(row, -1)
		drawn = append(drawn, values[0][1]+" "+values[1][1])
	}
	knots, err := csv.NewReader(strings.NewReader(must(t, append([]string{"frontier"}, args...)...))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	x, y := slices.Index(knots[0], "interactivity"), slices.Index(knots[0], "tput_per_gpu")
	for _, row := range knots[1:] {
		printed = append(printed, row[x]+" "+row[y])
	}
	if len(drawn) < 10 || !slices.Equal(drawn, printed) {
		t.Errorf("drawn are %v, frontier prints %v", drawn, printed)
	}
	if auto := must(t, append([]string{"chart", "--format", "embed"}, args...)...); !strings.Contains(auto, `"currentColor"`) || strings.Contains(auto, "theme=") {
		t.Error("a figure without a theme does not take the article's colour")
	}
}
