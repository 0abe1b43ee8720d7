package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/wire"
)

// published is one row of the reference file.
type published struct {
	source, target, model, hardware, framework, precision, spec, date, quantity, price, text, expected string
	agrees                                                                                             bool
}

func (p *published) column() string {
	return strings.Join([]string{p.hardware, p.framework, p.precision, p.spec, p.date, p.quantity}, " ")
}

func (p *published) glob() string {
	quantity := "throughput"
	if strings.HasPrefix(p.quantity, "$") {
		quantity = "cost"
	}
	return fmt.Sprintf("%s/%s/%s/%s/*@%s:%s", p.hardware, p.framework, p.precision, p.spec, p.date, quantity)
}

func referenceCells(t *testing.T) []published {
	var out []published
	for _, r := range records(t, filepath.Join("testdata", "iso_tables.csv")) {
		out = append(out, published{r["source"], r["target"], r["model"], r["hardware"], r["framework"], r["precision"], r["spec_decoding"],
			r["measured_on"], r["quantity"], r["usd_per_gpu_hour"], r["published"], r["expected"], r["published_agrees"] == "yes"})
	}
	return out
}

// wide lays the cells of one source out as an article does: a row per target, a
// column per series and quantity. What the source does not print stays blank.
func wide(cells []published, dress func(*published) string) [][]string {
	head := []string{"tok/s/user"}
	var targets []string
	column, row := map[string]int{}, map[string]int{}
	for i := range cells {
		c := &cells[i]
		if _, ok := column[c.column()]; !ok {
			column[c.column()] = len(head)
			head = append(head, c.column())
		}
		if _, ok := row[c.target]; !ok {
			targets = append(targets, c.target)
			row[c.target] = len(targets)
		}
	}
	table := [][]string{head}
	for _, x := range targets {
		r := make([]string, len(head))
		r[0] = x
		table = append(table, r)
	}
	for i := range cells {
		c := &cells[i]
		table[row[c.target]][column[c.column()]] = dress(c)
	}
	return table
}

func asIs(c *published) string { return c.text }

// dressed prints the same digits as articles do.
func dressed(c *published) string {
	if c.text == "unreachable" {
		return "—"
	}
	if strings.HasPrefix(c.quantity, "$") {
		return "~$" + c.text + "*"
	}
	whole, frac, _ := strings.Cut(c.text, ".")
	if len(whole) > 3 {
		whole = whole[:len(whole)-3] + "," + whole[len(whole)-3:]
	}
	if frac != "" {
		whole += "." + frac
	}
	return whole + " tok/s/GPU"
}

func asMarkdown(table [][]string) string {
	var b strings.Builder
	b.WriteString("Some words before, with | a pipe.\n\n")
	for i, r := range table {
		b.WriteString("| " + strings.Join(r, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|" + strings.Repeat("---:|", len(r)) + "\n")
		}
	}
	return b.String() + "\nand words after.\n"
}

func asCSV(table [][]string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.WriteAll(table); err != nil {
		panic(err)
	}
	return b.String()
}

func asHTML(table [][]string) string {
	var b strings.Builder
	b.WriteString("<!doctype html><p>Words.<div><table><caption>Figures</caption>\n")
	for i, r := range table {
		tag := "td"
		if i == 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for _, c := range r {
			fmt.Fprintf(&b, "<%s>%s</%s>", tag, html.EscapeString(c), tag)
		}
		b.WriteString("\n")
	}
	return b.String() + "</table></div>"
}

// TestAuditOfPublishedTables: tables made from the published cells of each
// article give exactly the cells that the reference marks as contradicted, and
// none of the others, in every form and however the digits are dressed.
func TestAuditOfPublishedTables(t *testing.T) {
	all := referenceCells(t)
	dir := filepath.Join(t.TempDir(), "bundles")
	must(t, "pack", "-o", dir, "../data/sources/operating_points.csv")
	workload := workloads(t)
	bySource := map[string][]published{}
	for _, c := range all {
		bySource[c.source] = append(bySource[c.source], c)
	}
	for form, write := range map[string]func([][]string) string{"markdown": asMarkdown, "csv": asCSV, "html": asHTML} {
		for name, dress := range map[string]func(*published) string{"as printed": asIs, "dressed": dressed} {
			t.Run(form+"/"+name, func(t *testing.T) {
				var n wire.AuditCounts
				for source, cells := range bySource {
					args := []string{"audit", "--data", dir, "--model", cells[0].model, "--workload", workload[source], "--all-dates", "--format", "json"}
					prices, columns := map[string]bool{}, map[string]bool{}
					for i := range cells {
						c := &cells[i]
						if flag := c.hardware + "=" + c.price; c.price != "" && !prices[flag] {
							prices[flag] = true
							args = append(args, "--price", flag)
						}
						if flag := c.column() + "=" + c.glob(); !columns[flag] {
							columns[flag] = true
							args = append(args, "--column", flag)
						}
					}
					stdin = strings.NewReader(write(wide(cells, dress)))
					var got wire.Audit
					if err := json.Unmarshal([]byte(must(t, append(args, "-")...)), &got); err != nil {
						t.Fatal(err)
					}
					if len(got.Tables) != 1 || got.Tables[0].Form != form {
						t.Fatalf("%s: %d tables", source, len(got.Tables))
					}
					compareAudit(t, source, cells, &got.Tables[0])
					n.Findings += got.Counts.Findings
					n.Agrees += got.Counts.Agrees
					n.Unreachable += got.Counts.Unreachable
				}
				if n.Findings != 58 || n.Agrees+n.Unreachable != 174 {
					t.Errorf("%d findings, %d in agreement; want 58 and 174", n.Findings, n.Agrees+n.Unreachable)
				}
			})
		}
	}
	stdin = os.Stdin
}

func compareAudit(t *testing.T, source string, cells []published, table *wire.AuditTable) {
	t.Helper()
	got := map[string]*wire.AuditCell{}
	for i := range table.Cells {
		c := &table.Cells[i]
		got[c.Head+" at "+strconv.FormatFloat(*c.Target, 'g', -1, 64)] = c
	}
	for i := range cells {
		c := &cells[i]
		cell := got[c.column()+" at "+c.target]
		if cell == nil {
			t.Errorf("%s: no cell %s at %s", source, c.column(), c.target)
			continue
		}
		if audit.Finding(cell.State) == c.agrees {
			t.Errorf("%s: %s at %s: published %s is %s: %s; reference says agrees: %v", source, c.column(), c.target, c.text, cell.State, cell.Why, c.agrees)
		}
		want, err := strconv.ParseFloat(c.expected, 64)
		if err != nil {
			if cell.Expected != nil {
				t.Errorf("%s: %s at %s: expected %v, want unreachable", source, c.column(), c.target, *cell.Expected)
			}
		} else if cell.Expected == nil || math.Abs(*cell.Expected-want) > 1e-6*want {
			t.Errorf("%s: %s at %s: expected %v, want %v", source, c.column(), c.target, cell.Expected, want)
		}
	}
}

// workloads is the workload of each source.
func workloads(t *testing.T) map[string]string {
	out := map[string]string{}
	for _, r := range records(t, "../data/sources/operating_points.csv") {
		out[r["source"]] = r["isl"] + "/" + r["osl"]
	}
	return out
}

// dsv4 audits the shipped example against the shipped figures.
var dsv4 = []string{"audit", "testdata/audit.md", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18"}

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
	const under = "DeepSeek-V4-Pro, 8192/1024, at equal interactivity (p50), own price: gb300 $1 per GPU-hour"
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
	if !strings.Contains(out, "$4.78/M tokens x 649 tok/s/GPU implies $11.2 per GPU-hour") {
		t.Error(out)
	}
}

// TestAuditOfOwnTables: every table that isofront prints agrees with itself,
// without a flag.
func TestAuditOfOwnTables(t *testing.T) {
	for format, want := range map[string]string{
		"markdown": "55 cells: 37 agree, 18 unreachable by both",
		"html":     "55 cells: 37 agree, 18 unreachable by both",
		"latex":    "55 cells: 37 agree, 18 unreachable by both",
		"csv":      "60 cells: 41 agree, 19 unreachable by both", // it has every quantity
	} {
		file := write(t, "own."+format, must(t, append(gb, "--targets", "10,16,25,50,74", "--quantity", "throughput,cost,energy,tokens-per-dollar", "--format", format)...))
		out := must(t, "audit", file, "--fail", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18")
		if !strings.Contains(out, want) {
			t.Errorf("%s:\n%s", format, out)
		}
	}
	// Of another model, workload or axis, the form that says so is not checked.
	own := write(t, "own.csv", must(t, append(gb, "--targets", "25", "--format", "csv")...))
	for _, args := range [][]string{{"--model", "GLM-5", "--workload", "8192/1024"}, {"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--axis", "e2e-normalized"}} {
		if _, errs, code := isofront(t, append([]string{"audit", own}, args...)...); code != 2 || !strings.Contains(errs, "and would be checked against") {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
}

// A wrong ratio in such a table is found, and a table of older prices told from a
// wrong one.
func TestAuditOfOwnTablesThatAreWrong(t *testing.T) {
	own := must(t, append(gb, "--targets", "25,50", "--quantity", "cost", "--prices-as-of", "2026-03-18")...)
	if strings.Count(own, "2.11x") != 1 {
		t.Fatal(own)
	}
	file := write(t, "own.md", strings.Replace(own, "2.11x", "9.99x", 1))
	if out, _, code := isofront(t, "audit", file, "--fail", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--prices-as-of", "2026-03-18"); code != 1 || !strings.Contains(out, `"9.99x" differs: `) {
		t.Errorf("%d: %s", code, out)
	}
	out := must(t, "audit", write(t, "own.md", own), "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024")
	if !strings.Contains(out, "warning: with the price sheet of 2026-07-14, 6 of the 6 cells that differ agree") {
		t.Error(out)
	}
}

// What a table of isofront's own was made with is named where the check was not told,
// a bound is not taken for a value, and seconds are targets on an axis of time.
func TestAuditOfOwnTablesMadeOtherwise(t *testing.T) {
	base := []string{"table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--quantity", "cost"}
	made := must(t, append(base, "--targets", "20,25", "--basis", "neocloud")...)
	out := must(t, "audit", write(t, "own.md", made), "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024")
	if !strings.Contains(out, "warning: with neocloud prices, 4 of the 4 cells that differ agree (basis neocloud)") {
		t.Error(out)
	}
	// GB200 was measured from 15.26 on: at 15 it has a bound, and so has every ratio to it.
	bound := must(t, append(base, "--targets", "15,50", "--reach", "at-least", "--baseline", "gb300*", "--format", "csv")...)
	if !strings.Contains(bound, "at_least") {
		t.Fatal(bound)
	}
	if out := must(t, "audit", write(t, "own.csv", bound), "--fail", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*"); !strings.Contains(out, "17 agree, 7 blank") {
		t.Error(out)
	}
	agentic := []string{"--model", "DeepSeek-R1-0528", "--workload", "agentic", "--axis", "ttft"}
	timed := must(t, append([]string{"table", "--targets", "0.5,1,2,5"}, agentic...)...)
	if out := must(t, append([]string{"audit", write(t, "own.md", timed), "--fail"}, agentic...)...); !strings.Contains(out, "6 agree, 2 unreachable by both") {
		t.Error(out)
	}
}

// isofront's own CSV says at what prices and powers it was computed: unless others are
// chosen, it is checked with these, and the report says so.
func TestAuditOfOwnCSVAtItsPrices(t *testing.T) {
	of := []string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	base := append([]string{"table", "--series", "gb*", "--targets", "25,50", "--format", "csv", "--baseline", "gb200*"}, of...)
	check := func(made string, more ...string) string {
		t.Helper()
		return must(t, append(append([]string{"audit", write(t, "own.csv", made)}, of...), more...)...)
	}
	for name, flags := range map[string][]string{
		"basis":          {"--basis", "rental"},
		"own price":      {"--price", "gb300=2.37"},
		"price and kW":   {"--price", "GB200=0.125", "--power", "gb300=1.5"},
		"an older sheet": {"--prices-as-of", "2026-03-18"},
	} {
		out := check(must(t, append(base[:len(base):len(base)], flags...)...), "--fail")
		if !strings.Contains(out, "warning: checked with what the table says it was computed with, which is not what the price sheet has: p") || !strings.Contains(out, "24 cells: 24 agree\n") {
			t.Errorf("%s:\n%s", name, out)
		}
	}
	made := must(t, base...)
	if out := check(made, "--fail"); strings.Contains(out, "computed with") || !strings.Contains(out, "24 cells: 24 agree\n") {
		t.Errorf("the sheet's own prices:\n%s", out)
	}
	// What is chosen is checked, and a price that is said in two ways is none.
	rental := must(t, append(base[:len(base):len(base)], "--basis", "rental")...)
	for _, other := range [][]string{{"--prices-as-of", "2026-08-14"}, {"--basis", "neocloud"}} {
		if out := check(rental, other...); strings.Contains(out, "computed with") || !strings.Contains(out, "10 differ") {
			t.Errorf("%v:\n%s", other, out)
		}
	}
	if out := check(rental, "--price", "gb200=7"); !strings.Contains(out, "price sheet has: price gb300=") || strings.Contains(out, "gb200=") {
		t.Error(out)
	}
	lines := strings.SplitAfter(rental, "\r\n")
	lines[1] = strings.Replace(lines[1], ",2.6,", ",2.7,", 1)
	if out := check(strings.Join(lines, "")); strings.Contains(out, "gb200=") || !strings.Contains(out, "price gb300=") {
		t.Error(out)
	}
}

// Two tables of isofront's own form at two prices: each is checked at its own, and of
// both together neither price is used, which is said.
func TestAuditOfTwoOwnPrices(t *testing.T) {
	at := func(price string) string {
		return must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb300*", "--targets", "20,25", "--quantity", "cost", "--price", "gb300="+price, "--format", "csv")
	}
	both := write(t, "both.csv", at("2")+"\n"+at("3"))
	args := []string{"audit", both, "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024"}
	for _, table := range []string{"1", "2"} {
		must(t, append(args, "--table", table, "--fail")...)
	}
	if out := must(t, args...); !strings.Contains(out, "the tables say more than one price of gb300") || !strings.Contains(out, "differ") {
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
