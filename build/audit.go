package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/audit"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

type auditCmd struct {
	selection
	command.Prices
	Published    string   `arg:"" name:"table" help:"A document with published tables: Markdown, HTML, LaTeX or CSV; - reads standard input."`
	Column       []string `help:"What a column holds: its head, or #N, and the one series that GLOB matches. :QUANTITY after it, one of those above, says what it holds where head and cells do not; HEAD=- leaves a column out. May be repeated." placeholder:"HEAD=GLOB" sep:"none"`
	TargetColumn string   `help:"The column of targets. Default: the first that its head or its cells show to be one." placeholder:"HEAD"`
	Turn         bool     `help:"The rows are systems and the heads are targets: exchange them."`
	Table        int      `help:"Check only the N-th table of the document." placeholder:"N"`
	Fail         bool     `help:"Exit with 1 when a cell does not agree or a row breaks cost x throughput."`
	Columns      bool     `help:"Say what each column of each table is read as and could be, for --column, and check nothing."`
	Format       string   `help:"text, json, markdown or csv." default:"text" placeholder:"FORMAT"`
}

func (*auditCmd) Help() string {
	return `Example:

  isofront audit article.md --model DeepSeek-V4-Pro --workload 8192/1024 --prices-as-of 2026-03-18 \
      --column 'GB200 $/M tok=gb200*' --column 'GB300 $/M tok=gb300*'

Each cell agrees when it is within half a unit of its last printed digit of what the measured
points give, differs, lies outside what was measured, or is missing where that does reach. A
bound or a range agrees where it holds.
Where a row has both cost and throughput of a series, their product must be its price.
A column without a flag is matched by the words of its head when they fit one series only.
Without --model or --workload the one is taken that captions and heads name. What
isofront's own tables and an iso-table tag say of prices, powers, axis, percentile and tokens, and
other captions of axis and percentile, is taken where no flag says it, and the report says so. --columns lists what a head fits.
The Audit view of the site reads columns in the same way, and turns a table by itself where it
can be read only so (--turn here).

Quantities of --column, the last three of a ratio of one series over another:
` + audit.QuantityList() + ".\n"
}

// AfterApply leaves open what no flag says, as the text may say it.
func (c *auditCmd) AfterApply(ctx *kong.Context) error {
	given := map[string]bool{}
	for _, p := range ctx.Path {
		if p.Flag != nil {
			given[p.Flag.Name] = true
		}
	}
	for name, value := range map[string]*string{"axis": &c.Axis, "tokens": &c.Tokens, "basis": &c.Basis} {
		if !given[name] {
			*value = ""
		}
	}
	return nil
}

// stdin is what - reads.
var stdin io.Reader = os.Stdin

func (c *auditCmd) Run(s streams) error {
	if !slices.Contains([]string{"text", "json", "markdown", "csv"}, c.Format) {
		return usagef("--format: %q: want text, json, markdown or csv", c.Format)
	}
	if c.Columns && c.Format != "text" && c.Format != "json" {
		return usagef("--columns: want --format text or json, not %s", c.Format)
	}
	o := audit.Options{TargetColumn: c.TargetColumn, Table: c.Table}
	for _, text := range c.Column {
		column, err := audit.ParseColumn(text)
		if err != nil {
			return err
		}
		o.Columns = append(o.Columns, column)
	}
	doc, name, err := c.read()
	if err != nil {
		return err
	}
	grids, err := audit.Parse(doc)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for i := range grids {
		switch g := &grids[i]; {
		case c.Table != 0 && c.Table != i+1:
		case g.Refused != "" && c.Table != 0:
			return fmt.Errorf("%s: line %d: a table of %s", name, g.Line, g.Refused)
		case g.Refused != "":
			fmt.Fprintf(s.err, "isofront: audit: warning: %s: line %d: table %d, of %s, is skipped\n", name, g.Line, i+1, g.Refused)
		case c.Turn:
			if grids[i], err = grids[i].Turn(); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	e, err := c.openFor(&c.selection.Selection, func(index *data.Index) { c.named(s, grids, doc, index) })
	if err != nil {
		return err
	}
	q, err := c.Selection.Query(wire.VerbTable)
	if err != nil {
		return err
	}
	if err := c.Prices.Ask(&q); err != nil {
		return err
	}
	sel, taken, err := audit.Taken(e, &q, string(doc), grids, &o)
	if err != nil {
		return err
	}
	if c.Columns {
		return c.columns(s, grids, sel, o)
	}
	found, err := audit.Check(grids, sel, o)
	if err != nil {
		return err
	}
	audit.Explain(e.Index(), found, audit.TrySheets(e, q, string(doc), grids, o, found))
	found.Warnings = append(found.Warnings, taken...)
	switch c.Format {
	case "json":
		err = writeJSON(s.out, found)
	case "markdown":
		_, err = io.WriteString(s.out, audit.ReportMarkdown(found, grids))
	case "csv":
		_, err = io.WriteString(s.out, audit.ReportCSV(found))
	default:
		err = audit.WriteText(s.out, found)
	}
	if err != nil {
		err = fmt.Errorf("standard output: %w", err)
	}
	if n := found.Counts; err == nil && c.Fail && n.Findings+n.BreaksIdentity > 0 {
		return fmt.Errorf("%s: %s, %s", name, disagree(n.Findings, "cell", "does not agree", "do not agree"), disagree(n.BreaksIdentity, "cost", "breaks cost x throughput", "break cost x throughput"))
	}
	return err
}

// named takes the one model and workload that the document names, and says so.
func (c *auditCmd) named(s streams, grids []audit.Grid, doc []byte, index *data.Index) {
	text := string(doc)
	if c.Table > 0 && c.Table <= len(grids) { // what stands elsewhere may be about another
		grids, text = grids[c.Table-1:c.Table], ""
	}
	if place, ok := audit.Named(grids, text, c.Model, c.Workload, index); ok {
		c.Model, c.Workload = place.Model, place.Workload
		fmt.Fprintf(s.err, "isofront: audit: checked against %s, %s, as the document says; --model and --workload choose others\n", c.Model, c.Workload)
	}
}

// columns lists what the tables' columns could be.
func (c *auditCmd) columns(s streams, grids []audit.Grid, sel *query.Selection, o audit.Options) error {
	if o.Table < 0 || o.Table > len(grids) {
		return usagef("--table: %d: the document holds %d", o.Table, len(grids))
	}
	opened := audit.Open(grids, sel, o)
	if c.Format == "json" {
		return writeJSON(s.out, opened)
	}
	if err := audit.WriteColumns(s.out, opened); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

func disagree(n int, what, one, many string) string {
	if n == 1 {
		return "1 " + what + " " + one
	}
	return fmt.Sprintf("%d %ss %s", n, what, many)
}

// read reads the document, one byte beyond the limit at most.
func (c *auditCmd) read() (doc []byte, name string, err error) {
	in, name := stdin, "standard input"
	if c.Published != "-" {
		name = filepath.Clean(c.Published)
		if _, err := regular(name); err != nil {
			return nil, name, err
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, name, plain(err)
		}
		defer f.Close()
		in = f
	}
	doc, err = io.ReadAll(io.LimitReader(in, audit.MaxBytes+1))
	if err != nil {
		if c.Published == "-" {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return nil, name, plain(err)
	}
	return doc, name, nil
}
