package audit

import (
	"encoding/binary"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/pack"
)

const dsv4 = "model=DeepSeek-V4-Pro\nworkload=8192/1024\naxis=interactivity\npercentile=50\nbasis=hyperscaler\nprices-as-of=2026-03-18\n"

const twoCosts = "| tok/s/user | GB200 tok/s/GPU | GB200 $/M tok |\n|---|---|---|\n| 25 | 2846 | $0.21 |\n| 50 | 649 | $4.78 |\n| 80 | — | 0.5 |\n"

var shipped = sync.OnceValues(func() (map[string][]byte, *pack.Report) {
	files, report, err := pack.Shipped()
	if err != nil {
		panic(err)
	}
	return files, report
})

// give feeds a packed file in pieces, as a host does.
func give(m *module, file []byte, piece int) string {
	for {
		n := min(piece, len(file))
		more := n < len(file)
		if problem := m.open(copy(m.Room(n), file[:n]), more); !more || problem != "" {
			return problem
		}
		file = file[n:]
	}
}

// say asks as a host does: settings and text in the buffer, and the files that
// are needed.
func say(t testing.TB, m *module, settings, content string) (kind, reply string) {
	t.Helper()
	files, report := shipped()
	for range 3 {
		out := m.Text(m.ask(settings, content))
		if n := binary.LittleEndian.Uint32(out); int(n) != len(out)-4 {
			t.Fatalf("the length says %d of %d bytes", n, len(out)-4)
		}
		kind, reply, _ = strings.Cut(string(out[4:]), separator)
		if kind != repliesNeeds {
			return kind, reply
		}
		if reply == "" {
			reply = report.Index
		}
		if problem := give(m, files[reply], 1000); problem != "" {
			t.Fatalf("%s: %s", reply, problem)
		}
	}
	t.Fatalf("it needs %s again", reply)
	return "", ""
}

func TestReport(t *testing.T) {
	m := &module{}
	kind, html := say(t, m, dsv4, twoCosts)
	if kind != repliesReport {
		t.Fatalf("%s: %s", kind, html)
	}
	for _, want := range []string{
		`data-cells="6" data-agree="2" data-contradict="3" data-unreachable="1" data-uncheckable="0"`,
		`data-state="differs" data-verdict="contradicts" data-value="0.9456568`, `<small>points: ~$0.946</small>`, `off by +405%`,
		`data-state="unreachable"`, `data-state="outside"`, `$11.2 at 50 tok/s/user`, `<th scope="row">50 <small class="note">`,
		`<option value="gb200/dynamo-vllm/fp4/none/disagg" selected>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
	cell := m.cell(3) // row by row: $4.78
	for _, want := range []string{"Contradicts. Printed: “$4.78”; the measured points give $0.9457/M tokens", "off by +405%", "a direction", "= $2.21/GPU-hour × 10⁶ ÷ (3600 × 649.167 tok/s/GPU)", "Slower point", "32.69 tok/s/user", "74.13 tok/s/user", "$4.781, which is what is printed"} {
		if !strings.Contains(cell, want) {
			t.Errorf("no %s in\n%s", want, cell)
		}
	}
	if got := m.export(asMarkdown); !strings.Contains(got, "✗ $4.78") {
		t.Errorf("%s", got)
	}
	if got := m.export(asCSV); strings.Count(got, "\n") != 1+6+2 {
		t.Errorf("%s", got)
	}
	if m.cell(-1) != "" || m.cell(6) != "" || m.export(7) != "" {
		t.Error("something of what is not there")
	}
	// A text that cannot be used leaves nothing of the one before.
	if kind, _ := say(t, m, dsv4, "words"); kind != repliesProblem || m.cell(3) != "" || m.export(asCSV) != "" {
		t.Error("the last report is still there")
	}
}

// A head amid the rows is shown as the one cell that it is, and not checked.
func TestReportOfMergedRows(t *testing.T) {
	_, html := say(t, &module{}, dsv4, "<table><tr><th>tok/s/user<th>GB200 tok/s/GPU<th>GB200 $/M tok<tr><td>25<td>2846<td>$0.21<tr><td colspan=3>50<tr><td>50<td>649<td>$0.95</table>")
	for _, want := range []string{`data-cells="4"`, `<tr data-row="2"><th class="unchecked" colspan="3"><small>50</small></th></tr>`, `<th scope="row">50</th>`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s in\n%s", want, html)
		}
	}
}

// A table beyond a limit stands in the list with the reason, and the others are checked.
func TestReportBesideATableTooLarge(t *testing.T) {
	n := audit.MaxColumns + 1
	doc := twoCosts + "\n" + strings.Repeat("a|", n) + "\n" + strings.Repeat("-|", n) + "\n" + strings.Repeat("1|", n) + "\n"
	const listed = `>2. not checked: a table (more than 200 columns)</option>`
	for settings, want := range map[string]string{"": `data-cells="6"`, "table=2\n": "This table is not checked: more than 200 columns.</p></form>", "table=2\nturned=on\n": "This table is not checked: more than 200 columns.</p></form>"} {
		kind, html := say(t, &module{}, dsv4+settings, doc)
		if kind != repliesReport || !strings.Contains(html, want) || !strings.Contains(html, listed) {
			t.Errorf("%q: no %s in %s\n%s", settings, want, kind, html)
		}
	}
}

// A cost that is the price of another sheet beside its throughput is not told as a fault.
func TestCostsOfAnotherSheet(t *testing.T) {
	const older = "| tok/s/user | GB200 tok/s/GPU | GB200 $/M tok |\n|---|---|---|\n| 20 | 7285 | $0.08427 |\n| 25 | 2846 | $0.2157 |\n"
	for doc, want := range map[string][3]int{older: {0, 2, 0}, older + "| 50 | 649 | $3.85 |\n": {1, 2, 1}} {
		m := &module{}
		_, html := say(t, m, "model=DeepSeek-V4-Pro\nworkload=8192/1024\n", doc)
		got := [3]int{strings.Count(html, "cost × throughput ≠ price"), strings.Count(html, `<small>cost × throughput is the price of the sheet of 2026-07-14</small>`), strings.Count(html, `class="audit-breaks"`)}
		if got != want || strings.Count(html, "<b>Cost × throughput is the price of another sheet</b>") != 1 {
			t.Errorf("%v, want %v: %s", got, want, html)
		}
		if !strings.Contains(html, "2 costs are at the price of another sheet") || strings.Contains(html, "1 cost does not fit the throughput beside it") != (want[2] == 1) {
			t.Errorf("the counts: %s", html)
		}
		if csv := m.export(asCSV); strings.Count(csv, ",another sheet,breaks_identity,") != 2 || strings.Count(csv, ",contradicts,breaks_identity,") != want[2] {
			t.Error(csv)
		}
	}
}

func TestABlankCellSaysSo(t *testing.T) {
	m := &module{}
	say(t, m, dsv4, strings.Replace(twoCosts, "$0.21", "", 1))
	if got := m.cell(1); !strings.Contains(got, "Nothing is printed here") {
		t.Error(got)
	}
}

// isofront's own CSV is checked at the price that it says, unless the page chose one.
func TestOwnCSVAtItsPrice(t *testing.T) {
	const csv = "model,workload,axis,percentile,target (tok/s/user),series,state,throughput (tok/s/GPU),cost ($/M tokens),ratio state,throughput ratio,price ($/GPU-hour)\n" +
		"DeepSeek-V4-Pro,8192/1024,interactivity,50,25,gb200/dynamo-vllm/fp4/none/disagg,interpolated,2845.55629287,0.253807040835,,,2.6\n"
	m := &module{}
	const of = "model=DeepSeek-V4-Pro\nworkload=8192/1024\nbasis=hyperscaler\n"
	for settings, want := range map[string][2]string{
		"prices-as-of=\n":           {`data-agree="2"`, "which is not what the price sheet has: price gb200=2.6"},
		"prices-as-of=2026-08-14\n": {`data-agree="1"`, "hyperscaler prices of 2026-08-14"},
		"price=gb200:2\n":           {`data-agree="1"`, "own price: gb200 $2.00 per GPU-hour"},
	} {
		kind, html := say(t, m, of+settings, csv)
		if kind != repliesReport || !strings.Contains(html, want[0]) || !strings.Contains(html, want[1]) {
			t.Errorf("%q: %s has no %q:\n%s", settings, kind, want, html)
		}
	}
}

// What is said of the columns, the rows and the prices is what is checked.
func TestSettings(t *testing.T) {
	m := &module{}
	mi := strings.ReplaceAll(twoCosts, "GB200", "MI355X")
	for name, c := range map[string]struct{ settings, text, want string }{
		"an open column":            {"", mi, `2 need a choice`},
		"nothing clear":             {"", mi, `Nothing is checked yet: no column is clear enough`},
		"said":                      {"column=3:mi355x/sglang/fp4/none/agg:\n", mi, `1 needs a choice`},
		"said wholly":               {"column=2:mi355x/sglang/fp8/none/agg:throughput\ncolumn=3:-\n", mi, `1 column checked, 1 left out`},
		"no such series":            {"column=2:tpu:throughput\n", twoCosts, `no series is called tpu`},
		"own price":                 {"price=gb200:11.15\n", twoCosts, `own price: gb200 $11.15 per GPU-hour`},
		"findings":                  {"findings=on\n", strings.Replace(twoCosts, "25 | 2846 | $0.21", "25 | 2846 | $0.22", 1), `<tbody><tr data-row="2">`},
		"the second table":          {"table=2\n", twoCosts + "\nOthers\n\n" + twoCosts, `<option value="2" selected>2. 3 contradict, 2 agree: Others (3 rows)</option>`},
		"another model":             {"", "About GLM-5\n\n" + twoCosts, `By its words the text is about GLM-5, 8192/1024; it is checked against DeepSeek-V4-Pro, 8192/1024.</span> <button type="button" data-audit="place" data-model="GLM-5" data-workload="8192/1024">`},
		"another workload":          {"", "DeepSeek R1 at 1k/1k\n\n" + twoCosts, `data-model="DeepSeek-R1-0528" data-workload="1024/1024">Check against DeepSeek-R1-0528, 1024/1024</button>`},
		"a model of several":        {"", "DeepSeek-R1-0528\n\n" + twoCosts, `data-model="DeepSeek-R1-0528" data-workload="">Check against DeepSeek-R1-0528</button>`},
		"its own model":             {"", "GLM-5 and DeepSeek-V4-Pro\n\n" + twoCosts, `2 columns checked`},
		"targets":                   {"target=2\n", twoCosts, `<option value="target" selected>`},
		"rows that are systems":     {"", "$/M tokens\n\n| System | 25 tok/s/user | 50 tok/s/user |\n|---|---|---|\n| GB200 | 0.22 | 0.95 |\n| GB300 | 0.10 | 0.78 |\n", `data-cells="4" data-agree="4"`},
		"turned back":               {"turned=off\n", "$/M tokens\n\n| System | 25 tok/s/user | 50 tok/s/user |\n|---|---|---|\n| GB200 | 0.22 | 0.95 |\n", `Nothing is checked yet`},
		"turned again":              {"turned=on\ntable=2\n", twoCosts + "\n$/M tokens\n\n| System | 25 tok/s/user | 50 tok/s/user |\n|---|---|---|\n| GB200 | 0.22 | 0.95 |\n", `data-cells="2" data-agree="2"`},
		"turned":                    {"turned=on\n", twoCosts, `Nothing is checked yet`},
		"a head alone":              {"", twoCosts[:strings.Index(twoCosts, "| 25")], `Nothing is checked yet`},
		"a ratio":                   {"ratio=3:throughput-ratio:gb300/dynamo-vllm/fp4/none/disagg\tgb200/dynamo-vllm/fp4/none/disagg\n", strings.ReplaceAll(twoCosts, "$0.21", "2.53x"), `<small>GB300 dynamo-vllm FP4 disagg over GB200 dynamo-vllm FP4 disagg</small>`},
		"half a ratio":              {"ratio=3::gb300/dynamo-vllm/fp4/none/disagg\t\n", strings.ReplaceAll(twoCosts, "$0.21", "2.53x"), `its head does not name two of the series: choose`},
		"a table that is not there": {"table=9\n", twoCosts, `2 columns checked`},
	} {
		kind, html := say(t, m, dsv4+c.settings, c.text)
		if kind != repliesReport || !strings.Contains(html, c.want) {
			t.Errorf("%s: %s has no %s:\n%s", name, kind, c.want, html)
		}
		if (name == "its own model" || name == "an open column") && strings.Contains(html, "audit-other") {
			t.Errorf("%s is warned of", name)
		}
	}
	for settings, want := range map[string]string{
		"model=GPT\n": "GPT", "nonsense": "want key=value", "colour=red\n": "no such setting", "price=gb200:-1\n": "above 0", "price=gb200\n": "above 0",
		"column=0:-\n": "want N:-", "column=2\n": "want N:-", "column=2:x:speed\n": `no quantity "speed"`, "table=x\n": "want a number", "ratio=2:cost:a\tb\n": `no ratio "cost"`, "ratio=2:cost\n": "want N:QUANTITY", "target=999\n": "want a number", "percentile=51\n": "percentile",
		strings.Repeat("findings=on\n", maxSaid+1): "more than",
	} {
		if kind, reply := say(t, m, dsv4+settings, twoCosts); kind != repliesProblem || !strings.Contains(reply, want) {
			t.Errorf("%.30q: %s %s, want %s", settings, kind, reply, want)
		}
	}
}

// A formula counts the tokens that the values count.
func TestTokensOfAFormula(t *testing.T) {
	m := &module{}
	kind, html := say(t, m, dsv4, "| tok/s/user | GB200 tok/s/GPU | GB200 $/M tok | GB300 vs GB200 perf/$ |\n|---|---|---|---|\n| 25 | 9 | 1 | 2x |\n")
	if kind != repliesReport || !strings.Contains(html, `aria-label="Quantity in column 3"`) {
		t.Fatalf("%s %s", kind, html)
	}
	m.last.sel.Tokens = render.Output // which none of these points has
	for i, formula := range []string{"curve through the measured points: 2,845.56 output tok/s/GPU", "× 2,845.56 output tok/s/GPU)", "(7,208.80 output tok/s/GPU ÷"} {
		if cell := m.cell(i); strings.Contains(strings.ReplaceAll(cell, "output tok/s/GPU", ""), "tok/s/GPU") || !strings.Contains(cell, formula) {
			t.Errorf("no %s in %s", formula, cell)
		}
	}
}

// A ratio is derived from what the knots of both systems give.
func TestRatioCell(t *testing.T) {
	m := &module{}
	kind, html := say(t, m, dsv4, "| tok/s/user | GB300 vs GB200 perf/$ |\n|---|---|\n| 25 | 2.11x |\n| 80 | — |\n")
	if kind != repliesReport || !strings.Contains(html, `data-agree="1" data-contradict="0" data-unreachable="1"`) {
		t.Fatalf("%s %s", kind, html)
	}
	cell := m.cell(0)
	// 7208.8 / 2.652 over 2845.6 / 2.21 is 2.1111.
	for _, want := range []string{"(7,208.80 tok/s/GPU ÷ $2.652) ÷ (2,845.56 tok/s/GPU ÷ $2.21) = 2.1111×", "Agrees. Printed: “2.11x”; the measured points give 2.111×", "Slower point of GB300", "Faster point of GB200"} {
		if !strings.Contains(cell, want) {
			t.Errorf("no %s in %s", want, cell)
		}
	}
	if cell := m.cell(1); !strings.Contains(cell, "Unreachable.") || strings.Count(cell, "Nearest point of") != 2 {
		t.Errorf("%s", cell)
	}
}

// Texts that cannot be read are said to be, in words.
func TestTextsThatCannotBeRead(t *testing.T) {
	row := "| 25 | 2846 | $0.21 |\n"
	head := twoCosts[:strings.Index(twoCosts, row)]
	m := &module{}
	for want, content := range map[string]string{
		"no table found": "Only words, and a | pipe.", "more than 5000 rows": head + strings.Repeat(row, 100_000), "larger than 4 MiB": strings.Repeat("x", audit.MaxBytes+1),
		"not text": "a\x00b", "more than 200 columns": strings.Repeat("<table><tr>", 1) + strings.Repeat("<th>x", 300),
	} {
		if kind, reply := say(t, m, dsv4, content); kind != repliesProblem || !strings.Contains(reply, want) {
			t.Errorf("%s %s, want %s", kind, reply, want)
		}
	}
	if problem := give(&module{}, []byte("not packed"), 100); problem == "" {
		t.Error("what is no packed file was opened")
	}
	// As many rows as there may be: all are counted, not all are on show.
	kind, html := say(t, m, dsv4, head+strings.Repeat(row, audit.MaxRows))
	if kind != repliesReport || !strings.Contains(html, `data-cells="10000"`) || strings.Count(html, "<tr data-row") != mostRows || !strings.Contains(html, "400 of 5000 rows") {
		t.Errorf("%s %.2000s", kind, html)
	}
}

// What comes from a text is text, never markup, whichever form it came in.
func TestHTMLIsEscaped(t *testing.T) {
	const evil = `<img src=x onerror=alert(1)>"'&`
	m := &module{}
	for name, content := range map[string]string{
		"csv":  "tok/s/user,GB200 $/M tok " + evil + ",GB200 tok/s/GPU,\"" + strings.ReplaceAll(evil, `"`, `""`) + "\"\n25,0.21 " + evil + ",2846," + evil + "\n" + evil + ",1,2,3\n",
		"html": "<table><caption>&lt;img src=x onerror=alert(1)&gt;</caption><tr><th>tok/s/user<th>GB200 $/M tok<th>&lt;img src=x onerror=alert(1)&gt;<tr><td>25<td>0.21&lt;img src=x onerror=alert(1)&gt;<td>x</table>",
	} {
		kind, html := say(t, m, dsv4+"column=2:gb200/dynamo-vllm/fp4/none/disagg:cost\n", content)
		if kind != repliesReport {
			t.Fatalf("%s: %s %s", name, kind, html)
		}
		all := html
		for i := range m.last.audit.Tables[0].Cells {
			all += m.cell(i)
		}
		if strings.Contains(all, "<img") || !strings.Contains(all, "&lt;img") {
			t.Errorf("%s: %s", name, all)
		}
	}
	if kind, reply := say(t, m, dsv4+"colour="+evil+"\n", twoCosts); kind != repliesProblem || !strings.Contains(reply, "<img") {
		// A problem is text, which the page shows as such.
		t.Errorf("%s %s", kind, reply)
	}
}

// A table that a page would stand still for is refused with the way out.
func TestATableTooLargeForAPage(t *testing.T) {
	head, rule, row := "| tok/s/user |", "|---|", "| 25 |"
	for range 38 {
		head, rule, row = head+" GB200 FP4 $/M tok |", rule+"---|", row+" $0.21 |"
	}
	large := head + "\n" + rule + "\n" + strings.Repeat(row+"\n", 5000)
	kind, reply := say(t, &module{}, dsv4, large)
	if kind != repliesProblem || !strings.Contains(reply, "5000 rows of 39 columns, more than the 20000 cells that a page checks; the isofront command") {
		t.Errorf("%s %.500s", kind, reply)
	}
	// Beside a table that can be, it is not the one to begin with.
	if kind, reply := say(t, &module{}, dsv4, large+"\n"+twoCosts); kind != repliesReport || !strings.Contains(reply, `data-cells="6"`) {
		t.Errorf("%s %.500s", kind, reply)
	}
	// As many as can be tried are, and no more, so that several do not add up: one
	// that is read last is not found behind them, and a small one is.
	none := strings.ReplaceAll(head, "GB200 FP4 $/M tok", "x") + "\n" + rule + "\n" + strings.Repeat(strings.ReplaceAll(row, "$0.21", "a few words")+"\n", 480) + "\nand\n\n"
	m := &module{}
	begin := time.Now()
	kind, reply = say(t, m, dsv4, strings.Repeat(none, 10)+twoCosts)
	if kind != repliesReport || !strings.Contains(reply, `data-cells="6"`) || !strings.Contains(reply, `<option value="11" selected>`) {
		t.Errorf("%s %.500s", kind, reply)
	}
	// 480 rows and 40 of 39 columns are more than maxCells.
	if kind, reply := say(t, &module{}, dsv4, none+head+"\n"+rule+"\n"+strings.Repeat(row+"\n", 40)); kind != repliesReport || !strings.Contains(reply, `<option value="1" selected>`) || !strings.Contains(reply, "Nothing is checked yet") {
		t.Errorf("%s %.500s", kind, reply)
	}
	t.Logf("10 tables of %d cells in %v", 480*39, time.Since(begin))
	begin = time.Now()
	tried := m.tables
	say(t, m, dsv4+"findings=on\n", tried.text)
	if m.tables != tried {
		t.Error("the tables of a text are not kept with it")
	}
	t.Logf("again in %v", time.Since(begin))
	begin = time.Now()
	kind, reply = say(t, &module{}, dsv4, head+"\n"+rule+"\n"+strings.Repeat(row+"\n", maxCells/39))
	if kind != repliesReport || !strings.Contains(reply, `data-cells="19456"`) {
		t.Errorf("%s %.500s", kind, reply)
	}
	t.Logf("%d cells in %v", 19456, time.Since(begin))
}

// FuzzAsk: whatever the settings and the text, there is one reply, and what it
// shows of a text holds no element that is not the module's own.
func FuzzAsk(f *testing.F) {
	f.Add("column=2:gb200/dynamo-vllm/fp4/none/disagg:cost\ntable=1\n", twoCosts)
	f.Add("target=2\nfindings=on\nall-dates=on\nas-of=2026-05-22\n", "x;GB200 $/M\n25;<b>7\n")
	f.Add("price=gb200:1e300\npower=gb200:0x1p9\ntokens=output\naxis=ttft\n", "<table><tr><th>x<th>GB200 J/tok<tr><td>40 ms<td>1e3</table>")
	m := &module{}
	say(f, m, dsv4, twoCosts)
	f.Fuzz(func(t *testing.T, settings, content string) {
		kind, reply := say(t, m, dsv4+settings, content)
		switch kind {
		case repliesProblem:
			if reply == "" || strings.Contains(reply, "a fault in isofront") {
				t.Fatalf("%q", reply)
			}
		case repliesReport:
			if strings.Contains(reply, "<b>7") {
				t.Fatal(reply)
			}
			for i := range min(len(m.last.audit.Tables[0].Cells), 20) {
				if m.cell(i) == "" {
					t.Fatalf("cell %d says nothing", i)
				}
			}
		default:
			t.Fatalf("%q", kind)
		}
	})
}

func Example() {
	m := &module{}
	fmt.Println(strings.Contains(m.ask(dsv4, twoCosts), repliesNeeds))
	// Output: true
}

// What isofront's own table says that it was made with is taken where the page is left
// at its defaults, and said on the page and in the report.
func TestTakesWhatTheTextSays(t *testing.T) {
	const defaults = "model=DeepSeek-V4-Pro\nworkload=8192/1024\naxis=interactivity\npercentile=50\nbasis=hyperscaler\nprices-as-of=\ntokens=total\n"
	const own = "**Cost ($/M tokens) at equal interactivity (p50, the median), DeepSeek-V4-Pro, 8192/1024**\n\n| tok/s/user | GB200 dynamo-vllm FP4 disagg | GB300 dynamo-vllm FP4 disagg |\n|---:|---:|---:|\n| 20 | $0.0843 | $0.0886 |\n\n- Prices, $/GPU-hour, hyperscaler, sheet of 2026-03-18 (a list (of mine)): GB200 $2.21, GB300 $3.00 (own).\n"
	var m module
	_, reply := say(t, &m, defaults, own)
	for _, want := range []string{`data-agree="2"`, `<p class="help" data-taken>Taken from the text: price sheet of 2026-03-18, own price gb300=3.</p>`} {
		if !strings.Contains(reply, want) {
			t.Errorf("%q is not in %s", want, reply)
		}
	}
	if strings.Contains(reply, "<li>taken from") || !strings.Contains(m.export(asMarkdown), "- taken from the text: price sheet of 2026-03-18") {
		t.Error("it is to be said once, and in the report that is copied")
	}
	if _, reply := say(t, &m, defaults+"prices-as-of=2026-07-14\nprice=gb300:2\n", own); !strings.Contains(reply, `data-contradict="1"`) || strings.Contains(reply, "data-taken") {
		t.Error(reply) // July's price of GB200 is March's
	}
}

// What is to be done about a table of which nothing is checked is what would help.
func TestNamesTheRemedy(t *testing.T) {
	var m module
	for content, want := range map[string]string{
		"Cost\n\n| Concurrency | GB200 $/M tok |\n|---|---|\n| 25 | 0.21 |\n":                    "no column says at which speeds its rows are read. Say below which column holds the speeds or times.</p>",
		"Cost\n\n| tok/s/user | model | GB200 $/M tok |\n|---|---|---|\n| 25 | GLM-5 | 0.21 |\n": "would be checked against DeepSeek-V4-Pro. Choose that model and workload above.</p>",
		"Cost\n\n| tok/s/user | X9 $/M tok |\n|---|---|\n| 25 | 0.21 |\n":                        "no column names one of the series. Say below which column holds which system, or choose the table’s own model and workload above.</p>",
		"Cost at p99\n\n| tok/s/user | GB200 $/M tok |\n|---|---|\n| 25 | 0.21 |\n":              "the table is read at p50. Choose that axis, percentile or kind of tokens above.</p>",
	} {
		if _, reply := say(t, &m, dsv4, content); !strings.Contains(reply, want) {
			t.Errorf("%s: %s", want, reply)
		}
	}
}
