package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// The head of a table is found where no markup tells it.
func TestHeads(t *testing.T) {
	const body = "\n20\t1000\t0.56\t500\n60\t250\t2.22\t100\n"
	for name, c := range map[string]struct{ doc, caption, head string }{
		"a title of a sheet":       {"A title\t\t\t\n\t\t\t\ntok/s/user\tB200 tok/s/GPU\tB200 $/M\tH200 MTP tok/s/GPU" + body, "A title", "tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP tok/s/GPU"},
		"merged cells of a sheet":  {"\tB200\t\tH200 MTP\ntok/s/user\ttok/s/GPU\t$/M\ttok/s/GPU" + body, "", "tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP tok/s/GPU"},
		"merged cells in Markdown": {"||B200||H200 MTP|\n|-|-|-|-|\n|tok/s/user|tok/s/GPU|$/M|tok/s/GPU|\n|20|1000|0.56|500|\n|60|250|2.22|100|\n", "", "tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP tok/s/GPU"},
		"a word processor's": {"<table><tr><td colspan=4>A title<tr><td rowspan=2>tok/s/user<td colspan=2>B200<td>H200 MTP<tr><td>tok/s/GPU<td>$/M<td>tok/s/GPU<tr><td>20<td>1000<td>0.56<td>500<tr><td>60<td>250<td>2.22<td>100</table>",
			"A title", "tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP tok/s/GPU"},
		"a row of units": {"Speed\tB200\tB200\tH200 MTP\n(tok/s/user)\t(tok/s/GPU)\t($/M tok)\t(tok/s/GPU)" + body, "", "Speed (tok/s/user)|B200 (tok/s/GPU)|B200 ($/M tok)|H200 MTP (tok/s/GPU)"},
	} {
		grids, err := audit.Parse([]byte(c.doc))
		if err != nil || len(grids) != 1 {
			t.Fatalf("%s: %v, %d tables", name, err, len(grids))
		}
		if g := grids[0]; strings.Join(g.Head, "|") != c.head || g.Caption != c.caption || len(g.Rows) != 2 {
			t.Errorf("%s: %q %q %d rows", name, g.Caption, g.Head, len(g.Rows))
		}
		if a, err := check(t, c.doc, audit.Options{}); err != nil || a.Counts.Agrees != 6 {
			t.Errorf("%s: %v %+v", name, err, a)
		}
	}
	// What is no head stays in the body.
	for name, doc := range map[string]string{
		"values":              table("tok/s/user|B200 tok/s/GPU", "20|1000", "60|250"),
		"nothing to be had":   table("System|20 tok/s/user|60 tok/s/user", "B200 tok/s/GPU|n/a|–", "H200|1|2"),
		"words":               table("System|Note", "B200|fast", "H200|slow"),
		"an empty first head": table(" |B200 tok/s/GPU", "20|1000", "60|250"),
	} {
		grids, err := audit.Parse([]byte(doc))
		if err != nil || len(grids[0].Rows) != 2 {
			t.Errorf("%s: %v %+v", name, err, grids)
		}
	}
}

// The paragraph or the line before a table of HTML is its caption where it has none.
func TestCaptionBeforeHTML(t *testing.T) {
	const rows = "<tr><td>tok/s/user<td>B200<tr><td>20<td>1000</table>"
	for before, want := range map[string]string{
		"<p>Words.</p><p>Table 2: <b>Throughput</b>\nper GPU</p>\n<table>":            "Table 2: Throughput per GPU",
		"Words.\n\n**Table 2: throughput**\n\n<table>":                                "Table 2: throughput",
		"<h2>Throughput</h2><div><table>":                                             "Throughput",
		"<p>Cost</p><table><caption>Throughput</caption>":                             "Throughput",
		"<p>Throughput</p><table><tr><td>1<td>2<tr><td>3<td>4</table><table>":         "",
		"<style>a</style><script>Cost</script><p>Throughput</p><table>":               "Throughput",
		"<p>" + strings.Repeat("a", 3*audit.MaxCell) + "</p><p>Throughput</p><table>": "Throughput",
	} {
		grids, err := audit.Parse([]byte(before + rows))
		if err != nil || grids[len(grids)-1].Caption != want {
			t.Errorf("%.60s: %v %+v", before, err, grids)
		}
	}
	if a, err := check(t, "<p>Throughput</p><table>"+rows, audit.Options{}); err != nil || a.Counts.Agrees != 1 {
		t.Errorf("%v %+v", err, a)
	}
}
