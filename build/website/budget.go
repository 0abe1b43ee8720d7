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
	Bytes       bool // else a count
}

// Over reports whether the line is over its budget.
func (l Line) Over() bool { return l.Is > l.Allowed }

func (l Line) unit(n int) string {
	if !l.Bytes {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%.1f KB", float64(n)/1000)
}

// The budget of a site whose modules the standard Go compiler built.
const (
	siteBudget    = 1_100_000
	embedBudget   = 800_000
	requestBudget = 12
	// ingestBudget is for the importers, loaded with the first dropped file.
	ingestBudget = 1_400_000
)

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
	site := Line{What: "site to interactive", Allowed: siteBudget, Bytes: true}
	requests := Line{What: "requests to interactive", Allowed: requestBudget}
	for _, p := range []string{"index.html", e.Boot, e.App, e.Wasm, e.WasmExec, e.VuguHelper, e.Style, e.Index, firstName} {
		if p != "" {
			site.Is += sent[p]
			requests.Is++
		}
	}
	lines := []Line{site, requests}
	if e.IsoWasm != "" && e.IsoScript != "" {
		lines = append(lines, Line{What: "embed: iso.wasm and its script", Is: sent[e.IsoWasm] + sent[e.IsoScript], Allowed: embedBudget, Bytes: true})
	}
	if e.IngestWasm != "" {
		lines = append(lines, Line{What: "on the first dropped file: importers and their script", Is: sent[e.IngestWasm] + sent[e.IngestScript], Allowed: ingestBudget, Bytes: true})
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
		mark := "within"
		if l.Over() {
			mark = "OVER"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s %s\n", l.What, l.unit(l.Is), mark, l.unit(l.Allowed))
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
