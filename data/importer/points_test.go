package importer

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

const header = "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,recipe,concurrency,tput_per_gpu,interactivity,tpot_ms,measured_on,run,source\n"

// good is a sound row at a concurrency.
func good(concurrency int) string {
	return fmt.Sprintf("M,h100,vllm,fp8,none,false,8192,1024,TP=8,%d,900,20,50,2026-05-22,r1,s1\n", concurrency)
}

func read(t *testing.T, text string) *Result {
	t.Helper()
	res, err := Read("points.csv", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func notes(list []Note) (out []string) {
	for _, n := range list {
		out = append(out, n.String())
	}
	return out
}

// A row that is not sound is refused with its place and reason, and the rows
// around it are kept.
func TestRefusedRows(t *testing.T) {
	with := func(column, value string) string {
		fields := strings.Split(strings.TrimSpace(good(8)), ",")
		for i, name := range strings.Split(strings.TrimSpace(header), ",") {
			if name == column {
				fields[i] = value
			}
		}
		return strings.Join(fields, ",") + "\n"
	}
	for _, c := range []struct{ name, row, want string }{
		{"negative throughput", with("tput_per_gpu", "-900"), `tput_per_gpu: is negative: "-900"`},
		{"zero throughput", with("tput_per_gpu", "0"), `tput_per_gpu: is zero`},
		{"minus zero", with("tput_per_gpu", "-0"), `tput_per_gpu: is zero`},
		{"text in a number", with("tput_per_gpu", "fast"), `tput_per_gpu: is not a number: "fast"`},
		{"decimal comma", with("tput_per_gpu", `"12,5"`), `tput_per_gpu: is not a number: "12,5"`},
		{"grouping", with("tput_per_gpu", `"1,200.5"`), `tput_per_gpu: is not a number: "1,200.5"`},
		{"unit", with("tput_per_gpu", "900 tok/s"), `tput_per_gpu: is not a number: "900 tok/s"`},
		{"NaN", with("interactivity", "NaN"), `interactivity: is not a number: "NaN"`},
		{"infinity", with("interactivity", "+Inf"), `interactivity: is not a number: "+Inf"`},
		{"hexadecimal", with("interactivity", "0x14"), `interactivity: is not a number: "0x14"`},
		{"underscores", with("interactivity", "1_000"), `interactivity: is not a number: "1_000"`},
		{"too large", with("interactivity", "1e999"), `interactivity: is too large: "1e999"`},
		{"negative interactivity", with("interactivity", "-1"), `interactivity: is negative: "-1"`},
		{"zero interactivity", with("interactivity", "0.0"), `interactivity: is zero`},
		{"zero TPOT", with("tpot_ms", "0"), `tpot_ms: is zero`},
		{"bad exponent", with("tpot_ms", "1e"), `tpot_ms: is not a number: "1e"`},
		{"half a request", with("concurrency", "2.5"), `concurrency: is not a whole number: "2.5"`},
		{"no concurrency", with("concurrency", "0"), `concurrency: is zero`},
		{"no concurrency, negative", with("concurrency", "-0.0"), `concurrency: is zero`},
		{"half a concurrency", with("concurrency", "1.5"), `concurrency: is not a whole number: "1.5"`},
		{"empty concurrency", with("concurrency", " "), `concurrency: is empty`},
		{"negative concurrency", with("concurrency", "-4"), `concurrency: is negative: "-4"`},
		{"no concurrency", with("concurrency", ""), `concurrency: is empty`},
		{"huge concurrency", with("concurrency", "99999999999"), `concurrency: is too large: "99999999999"`},
		{"no hardware", with("hardware", "  "), `hardware: is empty`},
		{"bad date", with("measured_on", "2026-02-30"), `measured_on: is not a date (YYYY-MM-DD): "2026-02-30"`},
		{"date in words", with("measured_on", "22.05.2026"), `measured_on: is not a date (YYYY-MM-DD): "22.05.2026"`},
		{"bad boolean", with("disagg", "maybe"), `disagg: is neither true nor false: "maybe"`},
		{"no input length", with("isl", ""), `isl: is empty or zero`},
		{"no output length", with("osl", "0"), `osl: is empty or zero`},
		{"a field too few", "M,h100\n", `wrong number of fields: 2, the header has 16`},
		{"a field too many", strings.TrimSpace(good(8)) + ",\n", `wrong number of fields: 17, the header has 16`},
		{"long text", with("recipe", strings.Repeat("x", 4097)), `recipe: longer than 4096 bytes`},
		{"not UTF-8", with("recipe", "\xff\xfe"), `not UTF-8 text`},
		{"control characters", with("recipe", "a\x00b"), `recipe: holds control characters: "a\x00b"`},
		{"stray quote", with("recipe", `5" disk ""`), `a quote in the wrong place`},
		{"text after a quote", with("recipe", `"a"b`), `a quote in the wrong place`},
		{"duplicate row", good(4), `duplicate row: the same as row 2`},
		{"10 MB line", strings.Repeat("x", 10<<20) + "\n", `longer than 1 MiB`},
		{"10 MB quoted field", with("recipe", `"`+strings.Repeat("y", 10<<20)+`"`), `longer than 1 MiB`},
	} {
		res := read(t, header+good(4)+c.row+good(16))
		want := []string{"points.csv: row 3: " + c.want}
		if diff := cmp.Diff(want, notes(res.Refused)); diff != "" {
			t.Errorf("%s: refused (-want +got):\n%s", c.name, diff)
		}
		if res.Kept != 2 || len(res.Points) != 2 || res.Points[1].Concurrency != 16 || res.PointRows[1] != 4 {
			t.Errorf("%s: kept %d rows %v, want rows 2 and 4", c.name, res.Kept, res.PointRows)
		}
	}
}

// What is accepted, and what it means.
func TestAcceptedForms(t *testing.T) {
	point := func() data.Point {
		p := data.Point{Model: "M", Workload: "8192/1024", Hardware: "h100", Framework: "vllm", Precision: "fp8",
			SpecDecoding: "none", Official: true, Recipe: "TP=8", Concurrency: 4,
			MeasuredOn: "2026-05-22", Run: "r1", Source: "s1"}
		p.Values[data.TputPerGPU], p.Values[data.Interactivity], p.Values[data.TPOT] = opt.Of(900), opt.Of(20), opt.Of(0.05)
		return p
	}
	for _, c := range []struct {
		name, text string
		change     func(*data.Point)
	}{
		{"plain", header + good(4), nil},
		{"byte-order mark", "\ufeff" + header + good(4), nil},
		{"CRLF", strings.ReplaceAll(header+good(4), "\n", "\r\n"), nil},
		{"no line end", strings.TrimSpace(header + good(4)), nil},
		{"blank lines", "\n" + header + "\n" + good(4) + "\n,,,,,,,,,,,,,,,\n", nil},
		{"header in capitals", strings.ToUpper(header) + good(4), nil},
		{"spaces", " " + strings.ReplaceAll(header+good(4), ",", " , "), nil},
		{"comma in a quoted field", header + strings.Replace(good(4), "TP=8", `"TP=8, EP=8"`, 1), func(p *data.Point) { p.Recipe = "TP=8, EP=8" }},
		{"quotes in a quoted field", header + strings.Replace(good(4), "TP=8", `"a ""b"""`, 1), func(p *data.Point) { p.Recipe = `a "b"` }},
		{"guarded text", header + strings.Replace(good(4), "TP=8", "'=1+1", 1), func(p *data.Point) { p.Recipe = "=1+1" }},
		{"apostrophe", header + strings.Replace(good(4), "TP=8", "'quoted'", 1), func(p *data.Point) { p.Recipe = "'quoted'" }},
		{"TPOT only", header + strings.Replace(good(4), ",20,50,", ",,50,", 1), func(p *data.Point) { p.Values[data.Interactivity] = opt.Float{} }},
		{"line end in a column that is not read", strings.TrimSpace(header) + ",workload\n" + strings.TrimSpace(good(4)) + ", 8192 / 1024 \n", nil},
		{"disaggregated", header + strings.Replace(good(4), "false", "TRUE", 1), func(p *data.Point) { p.Disagg = true }},
		{"disagg not said", header + strings.Replace(good(4), "false", "", 1), nil},
		{"no date", header + strings.Replace(good(4), "2026-05-22", "", 1), func(p *data.Point) { p.MeasuredOn = "" }},
		{"exponent", header + strings.Replace(good(4), ",900,20,50,", ",9e2,2.0E+1,5e1,", 1), nil},
		{"columns reversed", reversed(header + good(4)), nil},
		{"few columns", "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,p50_itl_s,official\n" +
			"M,h100,vllm,fp8,none,agentic,4,900,0.05,no\n", func(p *data.Point) {
			*p = data.Point{Model: "M", Workload: "agentic", Hardware: "h100", Framework: "vllm", Precision: "fp8",
				SpecDecoding: "none", Concurrency: 4}
			itl, _ := data.PercentileMetric(data.ITL, 50)
			p.Values[data.TputPerGPU], p.Values[itl] = opt.Of(900), opt.Of(0.05)
		}},
	} {
		want := point()
		if c.change != nil {
			c.change(&want)
		}
		res := read(t, c.text)
		if len(res.Points) != 1 || res.Points[0] != want || len(res.Refused)+len(res.Warnings) != 0 {
			t.Errorf("%s: got %+v\nrefused %v\nwarnings %v", c.name, res.Points, notes(res.Refused), notes(res.Warnings))
		}
	}
}

func reversed(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSpace(line), ",")
		for i := range fields {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(fields[len(fields)-1-i])
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// A file whose columns do not fit is an error that names the file and the
// columns.
func TestFileErrors(t *testing.T) {
	drop := func(names ...string) string {
		h := "," + strings.TrimSpace(header) + ","
		for _, n := range names {
			h = strings.Replace(h, ","+n+",", ",", 1)
		}
		return strings.Trim(h, ",") + "\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"a column missing", drop("tput_per_gpu"), "importer: points.csv: missing column tput_per_gpu"},
		{"two missing", drop("hardware", "precision"), "importer: points.csv: missing columns hardware, precision"},
		{"no workload", drop("isl"), "importer: points.csv: missing column workload (or isl and osl)"},
		{"no speed", drop("interactivity", "tpot_ms"), "importer: points.csv: missing column interactivity (or tpot_ms, or one of p50_itl_s, p75_itl_s, p90_itl_s, p95_itl_s)"},
		{"a column twice", "model," + header, `importer: points.csv: column "model" appears twice`},
		{"empty", "", "importer: points.csv: not a file that isofront knows: it is empty"},
		{"prose", "Dear reader,\nmodel and hardware\n", "importer: points.csv: not a file that isofront knows"},
		{"a published table", "source,target,model,hardware,framework,precision,spec_decoding,measured_on,quantity\n", "importer: points.csv: not a file that isofront knows: " +
			"for operating points it lacks the columns concurrency, tput_per_gpu, workload (or isl and osl), interactivity (or tpot_ms)"},
		{"another table", "a,b,c,d\n1,2,3,4\n", "importer: points.csv: not a file that isofront knows: none of its columns is known; operating points have " +
			"model, hardware, framework, precision, spec_decoding, concurrency, tput_per_gpu, workload (or isl and osl), interactivity (or tpot_ms)"},
		{"semicolons", strings.ReplaceAll(header+good(4), ",", ";"), "importer: points.csv: not a file that isofront knows: this CSV is separated by semicolons; use commas"},
		{"tabs", strings.ReplaceAll(header+good(4), ",", "\t"), "importer: points.csv: not a file that isofront knows: this CSV is separated by tabs; use commas"},
		{"CR alone", strings.ReplaceAll(header+good(4), "\n", "\r"), "importer: points.csv: not a file that isofront knows: its lines end with CR alone; save it with LF or CRLF"},
		{"UTF-16", utf16LE("\ufeff" + header + good(4)), "importer: points.csv: not a file that isofront knows: it is UTF-16: save it as UTF-8"},
		{"UTF-16 without a mark", utf16LE(header + good(4)), "importer: points.csv: not a file that isofront knows: it is UTF-16: save it as UTF-8"},
		{"semicolons in prices", "as_of;hardware;hyperscaler_usd_per_gpu_hour\n", "importer: points.csv: not a file that isofront knows: this CSV is separated by semicolons; use commas"},
	} {
		res, err := Read("points.csv", strings.NewReader(c.text))
		if err == nil || err.Error() != c.want || res != nil {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	res := read(t, strings.Replace(header, "run", "colour", 1)+
		strings.Replace(good(4), ",20,50,", ",74.13,13.26,", 1)+
		strings.Replace(good(8), ",20,50,", ",20.19,50,", 1)) // 20.19 x 0.05 = 1.0095: within 1%
	want := []string{
		"points.csv: colour: unknown column, not read",
		"points.csv: row 2: interactivity: differs from tpot_ms by more than 1%, interactivity is used: 74.13 tok/s/user against 13.26 ms",
	}
	if diff := cmp.Diff(want, notes(res.Warnings)); diff != "" || res.Kept != 2 {
		t.Errorf("kept %d, warnings (-want +got):\n%s", res.Kept, diff)
	}
}

func TestWorkloadAndTokenCountsMustAgree(t *testing.T) {
	h := strings.Replace(header, "run", "workload", 1)
	res := read(t, h+strings.Replace(good(4), "r1", "8192/1024", 1)+strings.Replace(good(8), "r1", "1024/1024", 1))
	want := []string{`points.csv: row 3: workload: disagrees with isl and osl: "1024/1024" against 8192/1024`}
	if diff := cmp.Diff(want, notes(res.Refused)); diff != "" || res.Kept != 1 {
		t.Errorf("kept %d, refused (-want +got):\n%s", res.Kept, diff)
	}
}

// utf16LE is text as some spreadsheets save it.
func utf16LE(s string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune(s)) {
		b = append(b, byte(c), byte(c>>8))
	}
	return string(b)
}

// Junk without end is counted, not kept.
func TestRefusedRowsAreCounted(t *testing.T) {
	const junk = 300_000
	text := header + good(4) + strings.Repeat("M,h100\n", junk) + strings.Repeat(strings.Replace(good(8), "900", "fast", 1), 1500) + good(16)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	res := read(t, text)
	runtime.GC()
	runtime.ReadMemStats(&after)
	want := Tally{{"", "wrong number of fields"}: junk, {"tput_per_gpu", "is not a number"}: 1500}
	if diff := cmp.Diff(want, res.RefusedOf); diff != "" || res.Kept != 2 || len(res.Refused) != 2*MaxNotes || res.RefusedOf.Total() != junk+1500 {
		t.Errorf("kept %d, %d notes, %s", res.Kept, len(res.Refused), diff)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
		t.Errorf("%d bytes are held", grown)
	}
	if res.PointRows[1] != junk+1500+3 {
		t.Errorf("the last row is %d", res.PointRows[1])
	}
}

// Texts that are not one line of plain sight, and names that would make those of
// series ambiguous.
func TestUnsoundTexts(t *testing.T) {
	for _, c := range []struct{ row, want string }{
		{strings.Replace(good(4), "h100", "h100/vllm", 1), `hardware: holds / or @, which part the names of series: "h100/vllm"`},
		{strings.Replace(good(4), "vllm", "vllm@2026-01-01", 1), `framework: holds / or @, which part the names of series: "vllm@2026-01-01"`},
		{strings.Replace(good(4), "fp8", "fp8/fp4", 1), `precision: holds / or @, which part the names of series: "fp8/fp4"`},
		{strings.Replace(good(4), "none", "mtp@2", 1), `spec_decoding: holds / or @, which part the names of series: "mtp@2"`},
		{strings.Replace(good(4), "TP=8", "\x1b[31mTP", 1), `recipe: holds control characters: "\x1b[31mTP"`},
		{strings.Replace(good(4), "TP=8", "a\tb", 1), `recipe: holds control characters: "a\tb"`},
		{strings.Replace(good(4), "M,", "M\u202e,", 1), `model: holds marks of writing direction: "M\u202e"`},
		{strings.Replace(good(4), "M,", "\ufeffM,", 1), `model: holds characters that show nothing: "\ufeffM"`},
		{strings.Replace(good(4), "s1", "s\u20281", 1), `source: holds a line end: "s\u20281"`},
		{strings.Replace(good(4), "r1", "r\u009b", 1), `run: holds control characters: "r\u009b"`},
	} {
		res := read(t, header+good(8)+c.row)
		if diff := cmp.Diff([]string{"points.csv: row 3: " + c.want}, notes(res.Refused)); diff != "" || res.Kept != 1 {
			t.Errorf("kept %d (-want +got):\n%s", res.Kept, diff)
		}
	}
	res := read(t, header+strings.Replace(good(4), "M,", "org/M@main,", 1))
	if res.Kept != 1 || res.Points[0].Model != "org/M@main" {
		t.Errorf("a model's path: %v", notes(res.Refused))
	}
	res = read(t, strings.Replace(header, "run", "a\x1b[2J", 1)+good(4))
	if diff := cmp.Diff([]string{`points.csv: "a\x1b[2j": unknown column, not read`}, notes(res.Warnings)); diff != "" {
		t.Error(diff)
	}
}

func TestWorkloadNames(t *testing.T) {
	for given, want := range map[string]string{
		"agentic": "agentic", "Agentic": "agentic", "AGENTIC": "agentic", "8192 / 1024": "8192/1024", " 8192/1024": "8192/1024", "8192/ 1024": "8192/1024",
		"chat / long": "chat / long", "08192/1024": "08192/1024", "Agentic coding": "Agentic coding",
	} {
		res := read(t, strings.Replace(header, "isl,osl", "workload,colour", 1)+strings.Replace(good(4), "8192,1024", given+",", 1))
		if len(res.Points) != 1 || res.Points[0].Workload != want {
			t.Errorf("%q: %+v %v, want %q", given, res.Points, notes(res.Refused), want)
		}
		g, err := ParseGiven("--set", []string{"workload=" + given})
		if slash := strings.Contains(given, "/") && !strings.HasPrefix(want, "8192"); (err == nil) == slash || err == nil && g.text("workload") != want {
			t.Errorf("given %q: %q, %v", given, g.text("workload"), err)
		}
	}
}

// An agentic file of tails alone is enough; what it cannot say is told.
func TestLatencyColumns(t *testing.T) {
	res := read(t, "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,p90_itl_s,p90_ttft_s\n"+
		"M,h100,vllm,fp8,none,Agentic,4,900,0.05,0.4\n"+
		"M,h100,vllm,fp8,none,Agentic,8,900,0.06,0\n"+
		"M,h100,vllm,fp8,none,Agentic,16,900,,0.5\n")
	want := []string{
		"points.csv: row 3: p90_ttft_s: is zero, which no request takes: taken as not measured",
		"points.csv: row 4: no interactivity, and no time per token to form it from",
	}
	if diff := cmp.Diff(want, notes(res.Warnings)); diff != "" || res.Kept != 3 || !res.OfficialAssumed {
		t.Errorf("kept %d, official assumed %v (-want +got):\n%s", res.Kept, res.OfficialAssumed, diff)
	}
	ttft, _ := data.PercentileMetric(data.TTFT, 90)
	if res.Points[1].Values[ttft].Ok() {
		t.Error("a time of 0 is kept")
	}
	if read(t, strings.Replace(header, "run", "official", 1)+strings.Replace(good(4), "r1", "false", 1)).OfficialAssumed {
		t.Error("official is stated")
	}
}

// A file of one endless line is read in constant memory.
func TestLongLineCostsNothing(t *testing.T) {
	text := header + good(4)
	endless := io.LimitReader(repeat('x'), 256<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	res, err := Read("points.csv", io.MultiReader(strings.NewReader(text), endless, strings.NewReader("\n"+good(8))))
	runtime.ReadMemStats(&after)
	if err != nil || res.Kept != 2 || len(res.Refused) != 1 {
		t.Fatalf("kept %+v, %v", res, err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("%d bytes allocated", got)
	}
}

type repeat byte

func (r repeat) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r)
	}
	return len(b), nil
}

// The reference files are read whole.
func TestReferenceFiles(t *testing.T) {
	const dir = "../../../shared/reference/"
	for name, want := range map[string]struct{ rows, warnings int }{
		"operating_points.csv": {171, 19}, "agentic_points.csv": {18, 0}, "prices.csv": {27, 0},
	} {
		f, err := os.Open(dir + name)
		if err != nil {
			t.Skipf("the reference files are not here: %v", err)
		}
		res, err := Read(name, f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if res.Kept != want.rows || len(res.Refused) != 0 || len(res.Warnings) != want.warnings {
			t.Errorf("%s: %d kept, %d refused, %d warnings, want %d, 0, %d",
				name, res.Kept, len(res.Refused), len(res.Warnings), want.rows, want.warnings)
		}
	}
}

// TestPointsWithWhatIsGiven: what a CSV lacks may be given; what it says is believed
// before that.
func TestPointsWithWhatIsGiven(t *testing.T) {
	given, err := ParseGiven("--set", []string{"model=M", "hardware=H200", "framework=vllm", "precision=fp8", "spec_decoding=none", "workload=1024/1024", "gpus=8"})
	if err != nil {
		t.Fatal(err)
	}
	res, err := ReadGiven("own.csv", strings.NewReader("concurrency,tput_per_gpu,interactivity,hardware,isl,osl\n4,900,40,,,\n8,1200,30,b200,8192,1024\n"), given)
	if err != nil || res.Kept != 2 {
		t.Fatalf("%+v, %v", res, err)
	}
	for i, want := range []string{"M h200 vllm fp8 none 1024/1024", "M b200 vllm fp8 none 8192/1024"} {
		p := &res.Points[i]
		if got := strings.Join([]string{p.Model, p.Hardware, p.Framework, p.Precision, p.SpecDecoding, p.Workload}, " "); got != want {
			t.Errorf("row %d: %s, want %s", i+2, got, want)
		}
		if n, _ := p.Values[data.GPUs].Get(); n != 8 {
			t.Errorf("row %d: %v GPUs", i+2, n)
		}
	}
	if len(res.Warnings) != 1 || res.Warnings[0].Row != 3 || !strings.Contains(res.Warnings[0].String(), "the file says otherwise and is believed") {
		t.Errorf("warnings: %v", res.Warnings)
	}
	if _, err := ReadGiven("own.csv", strings.NewReader("concurrency,tput_per_gpu,interactivity\n4,900,40\n"), Given{}); err == nil || !strings.Contains(err.Error(), "missing columns model, hardware") {
		t.Errorf("nothing given: %v", err)
	}
}

// Times in another unit than their column's are told of; the row is kept as it is.
func TestDoubtfulUnits(t *testing.T) {
	const columns = "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity,tpot_ms,p50_itl_s,p50_ttft_s,p50_e2el_s\n"
	for values, want := range map[string]string{
		"40,25,0.025,1,9":   "",
		"40,,,1,9":          "",
		"40,0.025,,,":       "time per token and interactivity are in different units: 2.5e-05 s against 40 tok/s/user",
		",0.025,,,":         "tpot_ms is 2.5e-05 s per token, 4e+04 tok/s/user",
		"40,,25,,":          "p50_itl_s is 25 s per token, 0.04 tok/s/user",
		"500,,2,,":          "p50_itl_s and interactivity are in different units: 2 s against 500 tok/s/user",
		"40,,,1500,9":       "p50 of the time to first token exceeds that of the whole request: 1500 against 9 s",
		"0.025,,,,":         "interactivity is 40 s per token, 0.025 tok/s/user",
		"40000,0.025,,,":    "interactivity is 2.5e-05 s per token, 4e+04 tok/s/user",
		"2500,0.4,0.0004,,": "", // the fastest there are
	} {
		res := read(t, columns+"M,h,f,p,none,8192/1024,4,900,"+values+"\n")
		got := ""
		for _, n := range res.Warnings {
			if n.Reason == reasonDoubtful {
				got = n.Detail
			}
		}
		if got != want || res.Kept != 1 {
			t.Errorf("%s: %q, want %q (%d kept)", values, got, want, res.Kept)
		}
	}
}

// Numbers that no frontier takes are told of where they come in: beyond 1e100 either way.
func TestUnchartedNumbers(t *testing.T) {
	const columns = "model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity\n"
	for values, want := range map[string]string{"1e300,40": "tput_per_gpu", "900,1e-300": "interactivity", "1e99,40": ""} {
		res := read(t, columns+"M,h,f,p,none,8192/1024,4,"+values+"\n")
		got := ""
		for _, n := range res.Warnings {
			if n.Reason == reasonUncharted {
				got = n.Column
			}
		}
		if got != want || res.Kept != 1 {
			t.Errorf("%s: %q, want %q (%d kept)", values, got, want, res.Kept)
		}
	}
}
