package importer

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// recordFiles are the formats whose files hold one record after another: a record of each, and
// whether they come as an array.
var recordFiles = []struct {
	format *Format
	record string
	array  bool
}{
	{&aiperfRequestsFormat, aiperfOne, false},
	{&aiperfRequestsFormat, aiperfOne, true},
	{&llmperfRequestsFormat, inside(llmperfFile, `{"error_code":null`, "},") + "}", true},
	{&inferencePerfRequestsFormat, inside(inferencePerfFile, `{"start_time":100.0`, ",\n"), true},
	{&vllmDetailedFormat, vllmDetailed, false},
	{&sglangDetailedFormat, sglangDetailed, false},
	{&inferenceXRowsFormat, apiRow, true},
	{&inferenceXAggFormat, aggFlat, false},
	{&inferenceXAggFormat, aggFlat, true},
	{&vllmBenchFormat, vllmSummary, false},
	{&sglangBenchFormat, sglangSummary, false},
}

func inFile(array bool, records ...string) string {
	if array {
		return "[" + strings.Join(records, ", ") + "]"
	}
	return strings.Join(records, "\n") + "\n"
}

// A broken first record does not hide what the file is; a sound one decides alone.
func TestALaterRecordTellsTheFormat(t *testing.T) {
	told := func(what, text string, want *Format) {
		t.Helper()
		if f, ok := Recognise([]byte(text)); !ok && want != nil || ok && (want == nil || f.Name != want.Name) {
			t.Errorf("%s: %q", what, f.Name)
		}
	}
	for _, f := range recordFiles {
		told(f.format.Name, inFile(f.array, f.record), f.format)
		for _, first := range []string{`{}`, `{"x":{"y":[1,"}{"]}}`} {
			told(f.format.Name+" behind "+first, inFile(f.array, first, first, f.record, first), f.format)
			told(f.format.Name+", marked, behind "+first, "\ufeff"+inFile(f.array, first, f.record), f.format)
			long := inFile(f.array, first, f.record[:len(f.record)-1]+`,"pad":"`+strings.Repeat("x", HeadSize)+`"}`)
			told(f.format.Name+", long, behind "+first, long[:HeadSize], f.format)
			for i := range long[:len(first)+len(f.record)] { // cut anywhere
				Recognise([]byte(long[:i]))
			}
		}
		if f.array {
			told(f.format.Name+" behind null", inFile(true, "null", "7", `"x"`, f.record), f.format)
		} else {
			line := strings.ReplaceAll(f.record, "\n", "")
			told(f.format.Name+" behind a line cut short", inFile(false, `{"x":{"y":"z`, line, line), f.format)
			told(f.format.Name+" behind two", inFile(false, `{"x":{`, `{"x":[1,`, line, line), f.format)
		}
		for _, g := range recordFiles { // whatever comes behind
			if f.array == g.array {
				told(f.format.Name+" before "+g.format.Name, inFile(f.array, f.record, g.record), f.format)
			}
		}
	}
	for name, text := range map[string]string{
		"an object around lines":          "{\"lines\":[\n" + aiperfOne + ",\n" + aiperfOne + "\n]}",
		"a long one":                      ("{\"lines\":[\n" + aiperfOne + "\n,{\"pad\":\"" + strings.Repeat("x", HeadSize))[:HeadSize],
		"lines with commas":               `{"x":{` + "\n" + aiperfOne + ",\n" + aiperfOne + ",\n",
		"an object laid out":              "{\n\"lines\":\n" + aiperfOne + "\n\"x\"",
		"a text with such a line":         "Lines look like this:\n" + aiperfOne + "\n",
		"an array inside":                 `[[` + aiperfOne + `]]`,
		"one of files of one object":      "{}\n" + aiperfSummary,
		"API rows that are lines":         "{}\n" + apiRow + "\n" + apiRow,
		"a line that the head's end cuts": (`{"x":{` + "\n" + aiperfOne[:len(aiperfOne)-1] + strings.Repeat(" ", HeadSize))[:HeadSize],
	} {
		told(name, text, nil)
	}
}

// The first record is refused by its row, and the others are kept.
func TestABrokenFirstRecord(t *testing.T) {
	lines := aiperfOne[:200] + "\n" + aiperfOne + "\n" + strings.Replace(aiperfOne, "633024589", "733024589", 1) + "\n"
	traces, g := gather(t, lines)
	if got := notes(traces[0].Refused); len(got) != 1 || !strings.HasPrefix(got[0], "f: row 1: is not JSON: ") || !slices.Equal(g.rows[0], []int{2, 3}) {
		t.Errorf("%q, rows %v", got, g.rows)
	}
	f, ok := Recognise([]byte(lines))
	feed := f.Feed("f", []byte(lines), &counting{})
	if !ok || feed == nil {
		t.Fatal("is not fed line by line")
	}
	if _, err := io.WriteString(feed, lines); err != nil {
		t.Fatal(err)
	}
	if fed, err := feed.End(); err != nil || fed[0].Records != 2 || len(fed[0].Refused) != 1 {
		t.Errorf("fed: %v, %v", fed, err)
	}
	without := func(field string) string { return strings.Replace(apiRow, `"`+field+`"`, `"other"`, 1) }
	for first, want := range map[string]string{
		"null":                "row 1: is not an object",
		"{}":                  "row 1: model: is empty",
		without("hardware"):   "row 1: hardware: is empty",
		without("metrics"):    "row 1: metrics.tput_per_gpu: is empty or zero",
		without("framework"):  "row 1: framework: is empty",
		`{"error":"no node"}`: `row 1: error: the run failed: "no node"`,
	} {
		res := read(t, inFile(true, first, apiRow))
		if got := notes(res.Refused); len(got) != 1 || got[0] != "points.csv: "+want || res.Kept != 1 {
			t.Errorf("%.40s: %q, %d kept; want %q", first, got, res.Kept, want)
		}
	}
}

// JSON that ends within its first record is said to be cut, not to be of another tool.
func TestJSONCutWithinItsFirstRecord(t *testing.T) {
	const cut, other = "it ends in the middle of a value: it was cut short", "JSON with the fields of no known tool"
	why := func(text string) string {
		_, err := Read("f", strings.NewReader(text))
		_, again := ReadRequests("f", strings.NewReader(text), &counting{})
		if !errors.Is(err, ErrNotRecognised) || fmt.Sprint(err) != fmt.Sprint(again) {
			t.Errorf("%.40q: %v; its requests: %v", text, err, again)
		}
		return WhyNot(err)
	}
	const whole = `{"a":{"b":[1,"x\"}"]},"c":true}`
	for _, around := range []string{"", "[", " \n[ "} {
		for i := 1; i < len(whole); i++ {
			if got := why(around + whole[:i]); got != cut {
				t.Errorf("%s: %q", around+whole[:i], got)
			}
		}
		if got := why(around + whole); got != other {
			t.Errorf("%s: %q", around+whole, got)
		}
	}
	for text, want := range map[string]string{
		aggFlat[:20]: cut, "\ufeff" + aggFlat[:20]: cut, "[": cut,
		`{"a":"` + strings.Repeat("x", HeadSize): other, // more follows
		whole + "\n" + whole[:9]:                 other,
		`{"a":1,,`:                               other,
		"[]":                                     other,
	} {
		if got := why(text); got != want {
			t.Errorf("%.40s: %q, want %q", text, got, want)
		}
	}
	results, skipped := readTree(t, treeOf("a.json", aggFlat, "b.json", aggFlat[:20]))
	if len(results) != 1 || len(skipped) != 1 || skipped[0].Why != cut {
		t.Errorf("%v, %v", results, skipped)
	}
}

// Looking at all of a head costs little, whatever is in it.
func BenchmarkNotRecognised(b *testing.B) {
	for name, one := range map[string]string{"empty objects": "{}", "small objects": `{"a":1}`, "nulls": "null", "arrays": "[[],[[]]]"} {
		text := []byte("[" + strings.Repeat(one+",", HeadSize/len(one)))[:HeadSize]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, ok := Recognise(text); ok {
					b.Fatal("recognised")
				}
			}
		})
	}
}
