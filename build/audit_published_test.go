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
