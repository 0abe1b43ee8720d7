package main

import (
	"os"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

func TestAuditGolden(t *testing.T) {
	golden(t, "audit.txt", must(t, dsv4...))
	golden(t, "audit.json", must(t, append(dsv4, "--format", "json", "--table", "2")...))
}

// What --columns says of an open column is what --column takes.
func TestAuditColumns(t *testing.T) {
	twice := write(t, "t.md", "| tok/s/user | MI355X tok/s/GPU | note |\n|---|---|---|\n| 15 | 1,272 | so |\n")
	base := []string{"audit", twice, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	out := must(t, append(base, "--columns")...)
	want := "table 1 (markdown, line 1, 1 row): no column is clear enough to be checked\n" +
		"  column 1 \"tok/s/user\" holds the targets\n" +
		"  column 2 \"MI355X tok/s/GPU\" is open: its head could mean 2 series: mi355x/sglang/fp4/none/agg, mi355x/sglang/fp8/none/agg\n" +
		"  column 3 \"note\" is left out: its cells are not values\n"
	if !strings.HasPrefix(out, want) {
		t.Errorf("%s\nwant %s", out, want)
	}
	out = must(t, append(base, "--column", "#2=mi355x/sglang/fp4/none/agg", "--format", "markdown")...)
	if !strings.Contains(out, "| 15 | ✓ 1,272 | so |") {
		t.Error(out)
	}
}

// The check reads rows at the column that --columns names, and names it too, with
// the prices that were used.
func TestAuditNamesWhatItUsed(t *testing.T) {
	file := write(t, "t.md", "| Concurrency | tok/s/user | GB300 $/M tok |\n|---|---|---|\n| 50 | 25 | 0.04 |\n")
	base := []string{"audit", file, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18", "--price", "gb300=1"}
	const targets = "\n  column 2 \"tok/s/user\" holds the targets\n"
	if out := must(t, append(base, "--columns")...); !strings.Contains(out, targets) {
		t.Error(out)
	}
	const under = "DeepSeek-V4-Pro, 8192/1024, at equal interactivity (p50), own price: gb300 $1.00 per GPU-hour"
	out := must(t, base...)
	if !strings.HasPrefix(out, under+"\n") || !strings.Contains(out, targets) || !strings.HasSuffix(out, "1 cell: 1 agrees\n") {
		t.Error(out)
	}
	if out := must(t, append(base, "--format", "markdown")...); !strings.HasPrefix(out, "**Checked against the measured points: "+under+"**") {
		t.Error(out)
	}
	out = must(t, append(base, "--format", "json", "--power", "gb300=2")...)
	if !strings.Contains(out, `"own_kw"`) {
		t.Error(out)
	}
}

// The example of the Audit view is the published figures that the reference file
// has, digit for digit, and one that the page's reader is told of: $4.78.
func TestAuditExampleIsAsPublished(t *testing.T) {
	file, err := os.ReadFile("../site/web/audit-example.md")
	if err != nil {
		t.Fatal(err)
	}
	grids, err := audit.Parse(file)
	if err != nil || len(grids) != 1 {
		t.Fatalf("%d tables, %v", len(grids), err)
	}
	at := map[string]string{}
	for _, c := range referenceCells(t) {
		if c.source == "gb300-nvl72-vs-gb200-nvl72-dsv4-pro-vllm-fp4" {
			at[c.target+" "+c.hardware+" "+c.quantity] = c.text
		}
	}
	if len(grids[0].Rows) < 5 {
		t.Errorf("%d rows", len(grids[0].Rows))
	}
	for _, r := range grids[0].Rows {
		for i, key := range []string{"gb200 tok/s/GPU", "gb200 $/M tok", "gb300 tok/s/GPU", "gb300 $/M tok"} {
			if got, want := strings.TrimPrefix(r.Cells[i+1], "$"), at[r.Cells[0]+" "+key]; got != want || want == "" {
				t.Errorf("%s at %s: %s, published %s", key, r.Cells[0], got, want)
			}
		}
	}
	out := must(t, "audit", "../site/web/audit-example.md", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18")
	if !strings.Contains(out, "4 costs imply another price per GPU-hour, not $2.21: $2.15 at 25, $2.15 at 32, $3.22 at 36, $11.2 at 50") {
		t.Error(out)
	}
}

func TestAuditFailures(t *testing.T) {
	md := func(head string, row string) string {
		return write(t, "t.md", head+"\n|---|---|\n"+row+"\n")
	}
	good := md("| tok/s/user | GB200 tok/s/GPU |", "| 25 | 2,846 |")
	wrong := md("| tok/s/user | GB200 tok/s/GPU |", "| 25 | 2,900 |")
	twice := md("| tok/s/user | MI355X tok/s/GPU |", "| 15 | 250 |")
	bare := md("| tok/s/user | GB200 |", "| 25 | 2,846 |")
	across := md("| tok/s/GPU | 25 tok/s/user |", "| GB200 tok/s/GPU | 2,846 |")
	tall := write(t, "tall.md", "| a | b |\n|---|---|\n"+strings.Repeat("| 1 | 2 |\n", 200))
	prose := write(t, "prose.md", "Nothing here, but words.\n")
	utf16 := write(t, "utf16.md", "\xff\xfe|\x00a\x00|\x00")
	big := write(t, "big.md", strings.Repeat("x", audit.MaxBytes+1))
	base := []string{"audit", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{0, "", []string{good}},
		{0, "", []string{good, "--fail"}},
		{0, "", []string{wrong}},
		{1, wrong + ": 1 cell does not agree, 0 costs break cost x throughput", []string{wrong, "--fail"}},
		{2, `column "MI355X tok/s/GPU" of the table at line 1: could be mi355x/sglang/fp4/none/agg or mi355x/sglang/fp8/none/agg`, []string{twice}},
		{0, "", []string{twice, "--column", "mi355x  TOK/S/GPU=mi355x*fp4*"}},
		{2, "matches mi355x/sglang/fp4/none/agg, mi355x/sglang/fp8/none/agg", []string{twice, "--column", "#2=mi355x*"}},
		{2, `column "GB200" of the table at line 1: nothing says whether it is cost or throughput`, []string{bare}},
		{0, "", []string{bare, "--column", "GB200=:throughput", "--fail"}},
		{0, "", []string{bare, "--column", "GB200=gb200*:throughput", "--fail"}},
		{2, `quantity "speed"`, []string{bare, "--column", "GB200=gb200*:speed"}},
		{2, `column "GB200": want HEAD=GLOB`, []string{bare, "--column", "GB200"}},
		{2, `column "GB300": no table has it; there are "tok/s/user", "GB200 tok/s/GPU"`, []string{good, "--column", "GB300=gb300*", "--column", "GB200 tok/s/GPU=gb200*"}},
		{2, `column "GB200 tok/s/GPU": series "tpu*": matches none of`, []string{good, "--column", "GB200 tok/s/GPU=tpu*"}},
		{2, "no column could be mapped to a series", []string{good, "--column", "GB200 tok/s/GPU=-"}},
		{2, `target column "speed"`, []string{good, "--target-column", "speed"}},
		{2, "table 2: the document holds 1", []string{good, "--table", "2"}},
		{1, utf16 + ": it is UTF-16: save it as UTF-8", []string{utf16}},
		{2, `--format: "xml"`, []string{good, "--format", "xml"}},
		{2, "--columns: want --format text or json, not csv", []string{good, "--columns", "--format", "csv"}},
		{2, "--table: 3: the document holds 1", []string{good, "--columns", "--table", "3"}},
		{0, "", []string{twice, "--columns"}},
		{0, "", []string{good, "--format", "csv"}},
		{0, "", []string{across, "--turn", "--fail"}},
		{2, "no column could be mapped", []string{across}},
		{1, tall + ": line 1: a table of 200 rows cannot be turned: more than 199", []string{tall, "--turn"}},
		{1, prose + ": no table found", []string{prose}},
		{1, big + ": larger than 4 MiB", []string{big}},
		{1, "missing.md", []string{"missing.md"}},
	} {
		out, errs, code := isofront(t, append(base[:len(base):len(base)], c.args...)...)
		name := strings.Join(c.args, " ")
		if code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit %d: %q, want exit %d: %q", name, code, errs, c.code, c.want)
		}
		if c.code != 0 && (strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "isofront: audit: ")) || c.code == 2 && out != "" {
			t.Errorf("%s: not one line on stderr: %q %q", name, errs, out)
		}
	}
	help := must(t, "audit", "--help")
	for _, want := range []string{"isofront audit", "Example:", "throughput-per-mw, GLOB over GLOB:throughput-ratio", "GLOB over GLOB:perf-per-dollar", "--turn here"} {
		if !strings.Contains(strings.Join(strings.Fields(help), " "), want) {
			t.Errorf("no %s in %s", want, help)
		}
	}
}

// TestAuditTakesWhatTheDocumentNames: where a document names one model and workload
// of the data, the command needs no flags for them and says what it took; where it
// names several, or none, it asks.
func TestAuditTakesWhatTheDocumentNames(t *testing.T) {
	rows := "\n\n| tok/s/user | GB200 tok/s/GPU |\n|---|---|\n| 25 | 2846 |\n"
	for name, c := range map[string]struct {
		text, says string
		args       []string
	}{
		"a caption":        {"Throughput of DeepSeek V4 Pro, 8k/1k" + rows, "isofront: audit: checked against DeepSeek-V4-Pro, 8192/1024, as the document says; --model and --workload choose others\n", nil},
		"the model given":  {"Throughput" + rows, "", []string{"--model", "deepseek-v4-pro"}}, // has one workload
		"the second table": {"About GLM-5" + rows + "\nDeepSeek-V4-Pro" + rows, "checked against DeepSeek-V4-Pro, 8192/1024, as the document says", []string{"--table", "2"}},
		"one of two":       {"GLM-5" + rows + "\nDeepSeek-V4-Pro" + rows, "", []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--table", "2"}},
	} {
		out, errs, code := isofront(t, append([]string{"audit", write(t, "x.md", c.text)}, c.args...)...)
		if code != 0 || !strings.Contains(out, "1 agree") && !strings.Contains(out, "1 cell agrees") && !strings.Contains(out, "1 agrees") || !strings.Contains(errs, c.says) || c.says == "" && strings.Contains(errs, "as the document says") {
			t.Errorf("%s: exit %d: %s%s", name, code, out, errs)
		}
	}
	for _, text := range []string{"GLM-5" + rows + "\nDeepSeek-V4-Pro" + rows, "Throughput" + rows, "DeepSeek-R1-0528" + rows} {
		if out, errs, code := isofront(t, "audit", write(t, "x.md", text)); code != 2 || out != "" || !strings.Contains(errs, "isofront: audit: name a model and a workload; there are ") || strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d: %s%s", text, code, out, errs)
		}
	}
}

// A caption and the tag around its table that name two places, or one that is not what is
// checked, are told of.
func TestAuditTellsOfOtherPlaces(t *testing.T) {
	own := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "25", "--quantity", "throughput", "--format", "embed")
	const foreign = "Throughput of DeepSeek-R1-0528\n\n| tok/s/user | GB200 dynamo-vllm FP4 tok/s/GPU |\n|---|---|\n| 25 | 2846 |\n"
	for name, c := range map[string]struct{ doc, says string }{
		"agreed":              {own, ""},
		"the tag's model":     {strings.Replace(own, `model="DeepSeek-V4-Pro"`, `model="DeepSeek-R1-0528"`, 1), "table 1: the caption names the model DeepSeek-V4-Pro and the tag around it DeepSeek-R1-0528, and what is checked is DeepSeek-V4-Pro"},
		"the caption's model": {strings.Replace(own, "the median), DeepSeek-V4-Pro", "the median), Foo-7", 1), "table 1: the caption names the model Foo-7 and the tag around it DeepSeek-V4-Pro, and what is checked is DeepSeek-V4-Pro"},
		"the tag's workload":  {strings.Replace(own, `workload="8192/1024"`, `workload="1024/1024"`, 1), "table 1: the caption names the workload 8192/1024 and the tag around it 1024/1024, and what is checked is 8192/1024"},
		"another's caption":   {foreign, "table 1: the caption names the model DeepSeek-R1-0528, and what is checked is DeepSeek-V4-Pro"},
		"no caption in a tag": {`<iso-table model="GLM-5">` + "\n\n" + foreign[strings.Index(foreign, "|"):] + "\n</iso-table>", "table 1: the tag around it names the model GLM-5, and what is checked is DeepSeek-V4-Pro"},
	} {
		out := must(t, "audit", write(t, "x.html", c.doc), "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024")
		if c.says == "" && strings.Contains(out, "what is checked is") || !strings.Contains(out, c.says) {
			t.Errorf("%s: %s", name, out)
		}
	}
}
