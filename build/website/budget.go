package website

import (
	"fmt"
	"io"
	"path"
	"strings"
	"text/tabwriter"
)

// Line is one line of the size budget. Sizes are bytes as a browser that takes
// brotli receives them; 1 KB is 1,000 bytes.
type Line struct {
	What        string
	Is, Allowed int
	Aim         int  // what was asked for, where more has to be allowed
	Bytes       bool // else a count
}

// Over reports whether the line is over its budget.
func (l Line) Over() bool { return l.Is > l.Allowed }

// String is the line in words.
func (l Line) String() string { return l.What + "  " + l.unit(l.Is) + "  " + l.verdict() }

func (l Line) verdict() string {
	mark := "within "
	if l.Over() {
		mark = "OVER "
	}
	mark += l.unit(l.Allowed)
	if l.Is > l.Aim && l.Aim > 0 {
		mark += ", MISSED " + l.unit(l.Aim)
	}
	return mark
}

func (l Line) unit(n int) string {
	if !l.Bytes {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1f KB", float64(n)/1000)
}

// Budgets by compiler: each line's is that of the compiler of its module.
var (
	siteBudget = map[string]int{Go: 1_100_000, TinyGo: 220_000}
	// embedBudget: of TinyGo's 45 KB were asked for, after a trial that formed one table:
	// without prices, charts, sorting and copying, which are the other 30.
	embedBudget = map[string]int{Go: 800_000, TinyGo: 80_000}
	embedAim    = map[string]int{TinyGo: 45_000}
	// ingestBudget is for the importers, loaded with the first dropped file.
	ingestBudget = map[string]int{Go: 1_400_000, TinyGo: 500_000}
	// offlineBudget: of TinyGo's file 500 KB were asked for. Its page is 73, and each of
	// its three modules brings text, tables and readers that it shares with none.
	offlineBudget = map[string]int{Go: 1_800_000, TinyGo: 700_000}
	offlineAim    = map[string]int{TinyGo: 500_000}
	// auditBudget is for the Audit view, loaded when it is first opened.
	auditBudget = map[string]int{Go: 1_000_000, TinyGo: 300_000}
)

const (
	requestBudget = 12

	// viewsBudget is for what is beside Explore, loaded when the first of it is of use.
	viewsBudget = 20_000

	// embedData is for the data that an article fetches: the index and one bundle.
	embedData = 20_000
)

// by is the budget of a module and the name of its line. A manifest of before
// there was a choice names no compiler: that was Go.
func by(compiler string, what string, budget map[string]int) Line {
	if compiler == "" {
		compiler = Go
	}
	name := map[string]string{Go: "Go", TinyGo: "TinyGo"}[compiler]
	return Line{What: what + " (" + name + ")", Allowed: budget[compiler], Bytes: true}
}

// budget adds up what the manifest lists. The first data is the index and, since
// the manifest does not know which bundle a reader opens first, the largest of
// operating points: requests load only when asked for.
func budget(m Manifest) []Line {
	sent := map[string]int{}
	first, firstName := 0, ""
	for _, f := range m.Files {
		sent[f.Path] = f.Sent()
		if path.Dir(f.Path) == "data" && f.Path != m.Entry.Index && !strings.HasPrefix(path.Base(f.Path), "requests-") && f.Sent() > first {
			first, firstName = f.Sent(), f.Path
		}
	}
	e := m.Entry
	site := by(m.Compiler.Site, "site to interactive", siteBudget)
	requests := Line{What: "requests to interactive", Allowed: requestBudget}
	for _, p := range []string{"index.html", e.Boot, e.App, e.Wasm, e.WasmExec, e.VuguHelper, e.Style, e.Index, firstName} {
		if p != "" {
			site.Is += sent[p]
			requests.Is++
		}
	}
	lines := []Line{site, requests}
	if e.Embed != "" {
		l := by(m.Compiler.Iso, "embed: module and scripts", embedBudget)
		l.Aim = embedAim[m.Compiler.Iso]
		l.Is = sent[e.IsoWasm] + sent[e.Embed] + sent[e.EmbedScript]
		data := Line{What: "embed: index and largest bundle", Is: sent[e.Index] + first, Allowed: embedData, Bytes: true}
		lines = append(lines, l, data)
	}
	if e.Views != "" {
		lines = append(lines, Line{What: "with the first view beside Explore: script and styles", Is: sent[e.Views] + sent[e.ViewsStyle], Allowed: viewsBudget, Bytes: true})
	}
	if n, ok := sent[OfflineName]; ok {
		l := by(m.Compiler.Offline, "offline file", offlineBudget)
		l.Is, l.Aim = n, offlineAim[m.Compiler.Offline]
		lines = append(lines, l)
	}
	if e.IngestWasm != "" {
		l := by(m.Compiler.Ingest, "on the first dropped file: importers and their script", ingestBudget)
		l.Is = sent[e.IngestWasm] + sent[e.IngestScript]
		lines = append(lines, l)
	}
	if e.AuditWasm != "" {
		l := by(m.Compiler.Audit, "with the Audit view: its module, script and styles", auditBudget)
		l.Is = sent[e.AuditWasm] + sent[e.AuditScript] + sent[e.AuditStyle]
		lines = append(lines, l)
	}
	return lines
}

// Write prints the sizes, the budget and the findings.
func (f *Findings) Write(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, "bytes\tbrotli\tgzip\t  file")
	for _, x := range f.Manifest.Files {
		fmt.Fprintf(tw, "%d\t%s\t%s\t  %s\n", x.Bytes, orDash(x.Brotli), orDash(x.Gzip), x.Path)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	tw = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, l := range f.Budget {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", l.What, l.unit(l.Is), l.verdict())
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	for _, e := range f.Errors {
		fmt.Fprintf(&b, "error: %s\n", e)
	}
	for _, x := range f.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", x)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}
