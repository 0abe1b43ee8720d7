package audit

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestParse(t *testing.T) {
	one := func(form string, line int, caption string, head []string, rows ...Row) []Grid {
		return []Grid{{Form: form, Line: line, Caption: caption, Head: head, Rows: rows}}
	}
	row := func(line int, cells ...string) Row { return Row{Line: line, Cells: cells} }
	h := []string{"x", "A $/M"}
	for name, c := range map[string]struct {
		doc  string
		want []Grid
	}{
		"pipes":              {"## Cap: \n\n| x | A $/M |\n|--:|:-:|\n| 1 | \\~$2 |\n| 2 | **3** |\nend | of it", one(Markdown, 3, "Cap", h, row(5, "1", "~$2"), row(6, "2", "3"), row(7, "end", "of it"))},
		"no outer pipes":     {"x | A $/M\n--|--\n1 | 2\n\nend", one(Markdown, 1, "", h, row(3, "1", "2"))},
		"in a quote":         {"> | x | A $/M |\r\n> |---|---|\r\n> | 1 | 2 |\r\n", one(Markdown, 1, "", h, row(3, "1", "2"))},
		"short and long":     {"|x|A $/M|\n|-|-|\n|1|\n|1|2|3|\n", one(Markdown, 1, "", h, row(3, "1", ""), row(4, "1", "2"))},
		"escaped pipe":       {"|x|A \\| B|\n|-|-|\n|1|2|", one(Markdown, 1, "", []string{"x", "A | B"}, row(3, "1", "2"))},
		"inline markup":      {"|x|A $/M|\n|-|-|\n|1|[`2`](https://e.x/a_b)<sup>1</sup>&nbsp;<br>|", one(Markdown, 1, "", h, row(3, "1", "2^1"))},
		"comma":              {"\ufeffx,A $/M\r\n1,\"7,209\"\r\n2,\"a \"\"b\"\"\"\r\n", one(CSV, 1, "", h, row(2, "1", "7,209"), row(3, "2", `a "b"`))},
		"tab":                {"x\tA $/M\n1\t7,209\n", one(CSV, 1, "", h, row(2, "1", "7,209"))},
		"semicolon":          {"x;A $/M\n1;7,209\n", one(CSV, 1, "", h, row(2, "1", "7,209"))},
		"prose and csv":      {"Some words\nCap\n\nx,A $/M\n1,2\n\nmore, words, here\n", one(CSV, 4, "Cap", h, row(5, "1", "2"))},
		"break in a head":    {"x,\"A\n$/M\"\n1,2\n", one(CSV, 1, "", h, row(3, "1", "2"))},
		"open quote":         {"x,\"A $/M\n1,2\n", one(CSV, 1, "", []string{"x", "\"A $/M"}, row(2, "1", "2"))},
		"html":               {"<p>a | b<table>\n<caption>Cap</caption><tr><th>x<th>A<br>$/M\n<tr><td>1<td>&#126;2 <script>|</script></table>", one(HTML, 1, "Cap", h, row(3, "1", "~2"))},
		"thead of two rows":  {"<TABLE><thead><tr><th rowspan=2>x<th colspan=2>A<tr><th>$/M<th>tok/s</thead><tbody><tr><th>1<td>2<td>3</table>", one(HTML, 1, "", []string{"x", "A $/M", "A tok/s"}, row(1, "1", "2", "3"))},
		"body spans":         {"<table><tr><td>x<td>A<td>B<tr><td>1<td rowspan=2 colspan=2>no<tr><td>2</table>", one(HTML, 1, "", []string{"x", "A", "B"}, row(1, "1", "no", "no"), row(1, "2", "no", "no"))},
		"unclosed":           {"<table><tr><td>x<td>A<tr><td>1<td>2", one(HTML, 1, "", []string{"x", "A"}, row(1, "1", "2"))},
		"code named <table>": {"`<table>` in words\n\n|x|A $/M|\n|-|-|\n|1|2|", one(Markdown, 3, "`<table>` in words", h, row(5, "1", "2"))},
	} {
		got, err := Parse([]byte(c.doc))
		if name == "code named <table>" && len(got) > 0 {
			got[0].Caption = c.want[0].Caption // the tag is markup or text, either is right
		}
		if diff := cmp.Diff(c.want, got, cmpopts.IgnoreUnexported(Grid{})); err != nil || diff != "" {
			t.Errorf("%s: %v (- want, + got):\n%s", name, err, diff)
		}
	}
}

// TestParseSeveral: tables of both kinds in one document come in their order.
func TestParseSeveral(t *testing.T) {
	got, err := Parse([]byte("|a|b|\n|-|-|\n|1|2|\n\n<table><tr><td>c<td>d\n<tr><td>1<td>2</table>\n\n|e|f|\n|-|-|\n|1|2|\n"))
	if err != nil || len(got) != 3 || got[0].Head[0] != "a" || got[1].Head[0] != "c" || got[2].Head[0] != "e" || got[2].Line != 8 {
		t.Errorf("%v %+v", err, got)
	}
}

func TestParseRefuses(t *testing.T) {
	for name, doc := range map[string]string{
		"nothing": "", "words": "one\ntwo, three\n", "a head alone": "x,y\n", "no values": "a,b\nc,d\n", "one column": "|x|\n|-|\n|1|\n",
	} {
		if _, err := Parse([]byte(doc)); !errors.Is(err, ErrNoTable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, doc := range map[string]string{
		"bytes":   strings.Repeat(" ", MaxBytes+1),
		"binary":  "x,y\x00\n1,2",
		"tables":  strings.Repeat("|a|b|\n|-|-|\n|1|2|\n\n", MaxTables+1),
		"rows":    "|a|b|\n|-|-|\n" + strings.Repeat("|1|2|\n", MaxRows+1),
		"columns": "|" + strings.Repeat("a|", MaxColumns+1) + "\n|" + strings.Repeat("-|", MaxColumns+1) + "\n|1|\n",
		"cells":   strings.Repeat("|"+strings.Repeat("a|", MaxColumns)+"\n|"+strings.Repeat("-|", MaxColumns)+"\n"+strings.Repeat("|1|\n", 200)+"\n", 6),
		"colspan": "<table><tr>" + strings.Repeat("<td colspan=1000000>x", 4) + "<tr><td>1</table>",
		"rowspan": "<table><tr>" + strings.Repeat("<td rowspan=9999>x", 150) + strings.Repeat("<tr>", 4999) + "</table>",
	} {
		if _, err := Parse([]byte(doc)); err == nil || errors.Is(err, ErrNoTable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestParseHostile: the worst documents we could think of, at a quarter of the
// full size, cost a second at most where a machine is idle.
func TestParseHostile(t *testing.T) {
	for name, unit := range map[string]string{
		"open tables": "<table><tr><td>", "open cells": "<td>", "quotes": "\"\",", "open quotes": "\"a\n", "pipes": "|", "delimiters": "|-", "angles": "<",
		"sups": "<sup>", "brackets": "[(", "entities": "&", "carets": "^1", "stars": "**", "lines": "a|b\n-|-\n", "commas": ",", "marks": "[1]", "comments": "<!--",
	} {
		for _, head := range []string{"", "<table>"} {
			start := time.Now()
			doc := head + strings.Repeat(unit, MaxBytes/4/len(unit))
			grids, err := Parse([]byte(doc))
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s: %v", name, took)
			}
			if err == nil {
				for _, g := range grids {
					bounded(t, &g)
				}
			}
		}
	}
	for _, unit := range []string{"^1", "[1]", "*", "¹", "(", "1,", "~", "$"} {
		ReadCell("7" + strings.Repeat(unit, MaxCell/len(unit)))
	}
}

func bounded(t *testing.T, g *Grid) {
	t.Helper()
	if g.Refused != "" {
		if g.Rows != nil || g.Head != nil {
			t.Errorf("%s, and %d rows are kept", g.Refused, len(g.Rows))
		}
		return
	}
	if len(g.Rows) > MaxRows || len(g.Head) > MaxColumns || len(g.Head) < 2 {
		t.Errorf("%d rows, %d columns", len(g.Rows), len(g.Head))
	}
	for _, r := range g.Rows {
		if len(r.Cells) != len(g.Head) || r.Line < g.Line {
			t.Fatalf("line %d: %d cells under %d heads", r.Line, len(r.Cells), len(g.Head))
		}
		for _, c := range r.Cells {
			if len(c) > MaxCell || strings.ContainsAny(c, "\n\x00\x1b") {
				t.Fatalf("line %d: cell %.80q", r.Line, c)
			}
		}
	}
}

// FuzzParse: no document crashes the reader, every table is rectangular and
// within the limits, every cell reads one way, and reading again gives the same.
func FuzzParse(f *testing.F) {
	for _, doc := range []string{
		"| x | A |\n|---|---|\n| 1 | $2 |\n", "x,A\n1,\"7,209\"\n", "<table><tr><th rowspan=2>x<th colspan=3>A<tr><td>1</table>",
		"x;A\n1;2\n", "x\tA\n1\t7.2k\n", "a | b\n<table>|x|y|\n|-|-|\n</table>", "\"\"\"\n,\"\"", "<table><table><tr><td>",
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		grids, err := Parse(doc)
		if err != nil {
			return
		}
		for i := range grids {
			bounded(t, &grids[i])
			for _, r := range grids[i].Rows {
				for _, c := range r.Cells {
					p := ReadCell(c)
					if (p.Kind == Number) != (p.Half > 0) && p.Value != 0 || p.Value < 0 {
						t.Fatalf("%q: %+v", c, p)
					}
				}
			}
		}
		again, err := Parse(doc)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(grids) {
			t.Fatalf("read twice: %v", err)
		}
	})
}
