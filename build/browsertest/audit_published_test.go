package browsertest

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// verdicts are the cells of the report: row, column, state and what is expected.
func (p *Page) verdicts() [][]string {
	p.t.Helper()
	return Eval[[][]string](p, `[...document.querySelectorAll(".audit-table tr[data-row]")].flatMap((r) => [...r.cells].filter((c) => c.dataset.state).map((c) =>
		[r.dataset.row, String(c.cellIndex + 1), c.dataset.state, c.dataset.value ?? ""]))`)
}

// records reads a CSV file by the names in its head.
func csvRecords(t *testing.T, path string) (out []map[string]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows[1:] {
		m := map[string]string{}
		for i, name := range rows[0] {
			m[name] = r[i]
		}
		out = append(out, m)
	}
	return out
}

// published is a table of the reference file as its article lays it out: a row
// for each target, a column for each series and quantity.
type published struct {
	source, model, workload string
	prices                  map[string]float64
	grid                    [][]string
	columns                 []audit.Column // of what the heads alone do not say
}

func publishedTables(t *testing.T) (out []*published) {
	t.Helper()
	workload := map[string]string{}
	for _, r := range csvRecords(t, filepath.Join(Root(t), "data", "sources", "operating_points.csv")) {
		workload[r["source"]] = r["isl"] + "/" + r["osl"]
	}
	by := map[string]*published{}
	row, column := map[string]int{}, map[string]int{}
	for _, r := range csvRecords(t, filepath.Join(Root(t), "build", "testdata", "iso_tables.csv")) {
		x := by[r["source"]]
		if x == nil {
			x = &published{source: r["source"], model: r["model"], workload: workload[r["source"]], prices: map[string]float64{}, grid: [][]string{{"tok/s/user"}}}
			by[r["source"]] = x
			out = append(out, x)
		}
		if usd, err := strconv.ParseFloat(r["usd_per_gpu_hour"], 64); err == nil {
			x.prices[r["hardware"]] = usd
		}
		// Of speculative decoding a head says nothing: the reader does.
		head := strings.Join([]string{strings.ToUpper(r["hardware"]), r["framework"], r["precision"], r["measured_on"], r["quantity"]}, " ")
		key := x.source + head + r["spec_decoding"]
		k, ok := column[key]
		if !ok {
			k = len(x.grid[0])
			column[key] = k
			x.grid[0] = append(x.grid[0], head)
			q := render.Throughput
			if strings.HasPrefix(r["quantity"], "$") {
				q = render.Cost
			}
			x.columns = append(x.columns, audit.Column{Number: k + 1, Quantity: q,
				Glob: fmt.Sprintf("%s/%s/%s/%s/*@%s", r["hardware"], r["framework"], r["precision"], r["spec_decoding"], r["measured_on"])})
		}
		i, ok := row[x.source+" "+r["target"]]
		if !ok {
			i = len(x.grid)
			row[x.source+" "+r["target"]] = i
			x.grid = append(x.grid, []string{r["target"]})
		}
		for len(x.grid[i]) <= k {
			x.grid[i] = append(x.grid[i], "")
		}
		x.grid[i][k] = r["published"]
	}
	return out
}

func (x *published) text(form string) string {
	var b strings.Builder
	for i, r := range x.grid {
		for len(r) < len(x.grid[0]) {
			r = append(r, "")
		}
		switch form {
		case "markdown":
			if i == 0 {
				b.WriteString("Words before.\n\n" + x.source + "\n\n")
			}
			b.WriteString("| " + strings.Join(r, " | ") + " |\n")
			if i == 0 {
				b.WriteString(strings.Repeat("|---", len(r)) + "|\n")
			}
		case "tsv":
			if i == 0 {
				b.WriteString(x.source + "\n")
			}
			b.WriteString(strings.Join(r, "\t") + "\n")
		}
	}
	return b.String()
}

// native is what data/audit says of the text outside of the browser.
func (x *published) native(t *testing.T, e *query.Engine, text string) *wire.Audit {
	t.Helper()
	grids, err := audit.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sel, err := e.Select(&wire.Query{Verb: wire.VerbTable, Model: x.model, Workload: x.workload, AllDates: true, Prices: x.prices})
	if err != nil {
		t.Fatal(err)
	}
	a, err := audit.Check(grids, sel, audit.Options{Columns: x.columns})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Tables as they were published give on the page, cell by cell, what data/audit
// says natively, with the columns set by hand that their heads leave open.
func TestAuditOfPublishedTables(t *testing.T) {
	_, files := packed(t)
	e := query.New()
	for _, index := range []bool{true, false} {
		for name, file := range files {
			if strings.HasPrefix(name, "index") == index && !strings.HasPrefix(name, "requests-") {
				if _, err := e.Open(file); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	p := Open(t, Serve(t, site(t), nil)+"#v=audit")
	p.Wait(ready)
	p.Wait(auditReady)
	contradict, rest, set := 0, 0, 0
	for i, x := range publishedTables(t) {
		form := []string{"markdown", "tsv"}[i%2]
		text := x.text(form)
		want := x.native(t, e, text)
		var own []string
		for hardware, usd := range x.prices {
			own = append(own, fmt.Sprintf("%s:%v", hardware, usd))
		}
		slices.Sort(own)
		Eval[bool](p, fmt.Sprintf(`(location.hash = %q, true)`, fmt.Sprintf("v=audit&m=%s&w=%s&dates=on&own=%s", x.model, x.workload, strings.Join(own, ","))))
		p.Wait(fmt.Sprintf(`document.querySelector("#model").value === %q && document.querySelector("#workload").value === %q && document.querySelector("#audit-dates").checked && document.querySelector("#busy").hidden`, x.model, x.workload))
		p.paste(text, "")
		p.Wait(fmt.Sprintf(`[...document.querySelectorAll(".audit-said tbody th")].length === %d && document.querySelector(".audit-said tbody tr:last-child th").textContent.includes(%q)`, len(x.grid[0]), x.grid[0][len(x.grid[0])-1]))
		for _, c := range want.Tables[0].Columns {
			said := Eval[[]string](p, fmt.Sprintf(`["#audit-c%d", "#audit-q%d"].map((id) => document.querySelector(id)?.value ?? "")`, c.Column, c.Column))
			if said[0] != c.Series {
				set++
				p.Choose(fmt.Sprintf("#audit-c%d", c.Column), c.Series)
				p.Wait(fmt.Sprintf(`document.querySelector("#audit-n%d").textContent === "as you said"`, c.Column))
			}
			if got := Eval[string](p, fmt.Sprintf(`document.querySelector("#audit-q%d").value`, c.Column)); got != c.Quantity {
				t.Errorf("%s: column %d holds %s, native %s", x.source, c.Column, got, c.Quantity)
			}
		}
		p.Wait(auditReported + ` && !document.querySelector(".audit-columns b.note")`)
		got := map[string][]string{}
		for _, v := range p.verdicts() {
			got[v[0]+" "+v[1]] = v[2:]
		}
		for k := range want.Tables[0].Cells {
			c := &want.Tables[0].Cells[k]
			v, there := got[fmt.Sprintf("%d %d", c.Row, c.Column)]
			delete(got, fmt.Sprintf("%d %d", c.Row, c.Column))
			if c.State == wire.AuditBlank {
				if there {
					t.Errorf("%s: row %d, column %d is %s, and blank natively", x.source, c.Row, c.Column, v[0])
				}
				continue
			}
			if !there || v[0] != c.State {
				t.Errorf("%s: row %d, column %d is %q, natively %s", x.source, c.Row, c.Column, v, c.State)
				continue
			}
			value, err := strconv.ParseFloat(v[1], 64)
			if (c.Expected == nil) != (err != nil) || err == nil && math.Abs(value-*c.Expected) > 1e-9**c.Expected {
				t.Errorf("%s: row %d, column %d expects %q, natively %v", x.source, c.Row, c.Column, v[1], c.Expected)
			}
		}
		if len(got) > 0 {
			t.Errorf("%s: the page has cells that are not there natively: %v", x.source, got)
		}
		n := want.Counts
		data := Eval[[]int](p, `(({agree, contradict, unreachable, uncheckable}) => [agree, contradict, unreachable, uncheckable].map(Number))(document.querySelector("#audit-summary").dataset)`)
		if !slices.Equal(data, []int{n.Agrees, n.Differs + n.Outside + n.Missing, n.Unreachable, n.Unreadable + n.Unpriced}) {
			t.Errorf("%s: the page counts %v, natively %+v", x.source, data, n)
		}
		if got, want := p.Text("#audit-summary"), audit.Summary(want)+"."; got != want {
			t.Errorf("%s: the page says %q, natively %q", x.source, got, want)
		}
		contradict, rest = contradict+data[1], rest+data[0]+data[2]
	}
	// As the reference file has them.
	if contradict != 58 || rest != 174 {
		t.Errorf("%d contradict, %d agree or are unreachable; want 58 and 174", contradict, rest)
	}
	if set == 0 {
		t.Error("no column was left open by its head")
	}
}
