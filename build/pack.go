package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"strconv"
	"strings"
	"syscall"

	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
)

type packCmd struct {
	Out    string   `short:"o" required:"" help:"Folder to write. An earlier output is replaced; anything else is refused." placeholder:"DIR"`
	Set    []string `help:"Say what result files do not: model, hardware, framework, precision, spec_decoding, workload, gpus, concurrency, ... May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	Inputs []string `arg:"" help:"Files, folders and zips of benchmark results and price sheets." name:"input"`
}

func (*packCmd) Help() string {
	return `Example:

  isofront pack -o bundles results.csv prices.csv
  isofront pack -o bundles inferencex-dump-2026-06-13.zip
  isofront pack -o bundles --set hardware=b200 --set framework=vllm --set precision=fp8 \
      --set spec_decoding=none --set gpus=8 --set workload=8192/1024 bench-serve/

Each input is recognised by what is in it, not by its name. Rows that cannot be used are
refused with their row number and the reason; the good ones beside them are kept. Without a
price sheet among the inputs, the sheets that come with isofront are packed.

A benchmark client does not know the hardware that answered it. What its files lack is given
by --set for all of them, or by an isofront.json beside them, for its folder and below:

  {"hardware": "b200", "framework": "vllm", "precision": "fp8", "spec_decoding": "none",
   "workload": "8192/1024", "gpus": 8, "files": {"*tp4*": {"gpus": 4}}}

What a file says itself is believed before either.`
}

func (c *packCmd) Run(s streams) error {
	given, err := importer.ParseGiven("--set", c.Set)
	if err != nil {
		return usageError{err}
	}
	for _, in := range c.Inputs {
		if info, err := os.Stat(in); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return fmt.Errorf("%s: not a regular file", in)
		}
	}
	if err := pack.CheckOut(c.Out); err != nil {
		return plain(err)
	}
	// Nothing is on disk until every input has been read; from then on an
	// interrupt waits for the folder to be whole.
	files, report, err := pack.BuildGiven(given, c.Inputs...)
	if err != nil {
		return plain(err)
	}
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	err = pack.Write(files, c.Out)
	signal.Stop(interrupted)
	if err != nil {
		return plain(err)
	}
	printInputs(s.out, report)
	rows := 0
	for _, b := range report.Bundles {
		rows += b.Rows
	}
	for _, q := range report.Requests {
		fmt.Fprintf(s.out, "requests of %s %s %s at concurrency %d: %d in %s, %.1f bytes each\n", q.Model, q.Workload, q.Hardware, q.Concurrency, q.Rows, q.File, float64(q.Bytes)/float64(q.Rows))
	}
	fmt.Fprintf(s.out, "\n%s: %s, %s, index %s\n", c.Out, count(len(report.Bundles), "bundle"), count(rows, "operating point"), report.Index)
	return nil
}

// maxNotes is how many rows are named one by one before the rest is counted.
const maxNotes = 20

func printInputs(w io.Writer, report *pack.Report) {
	for i := range report.Inputs {
		in := &report.Inputs[i]
		fmt.Fprintf(w, "%s: %s, %s kept, %d refused\n", in.File, in.Format, count(in.Kept, "row"), len(in.Refused))
		reasons := in.Reasons()
		names := make([]string, 0, len(reasons))
		for r := range reasons {
			names = append(names, r)
		}
		sort.Strings(names)
		for _, r := range names {
			fmt.Fprintf(w, "  refused %d: %s (%s)\n", reasons[r], r, rowList(in.Rows(r)))
		}
		printNotes(w, "refused", in.Refused)
		printNotes(w, "warning", in.Warnings)
	}
	for i, f := range report.Skipped {
		if i == maxNotes {
			fmt.Fprintf(w, "and %s more skipped\n", count(len(report.Skipped)-i, "file"))
			break
		}
		fmt.Fprintf(w, "%s: skipped: no known format\n", f)
	}
	if report.ShippedPrices {
		fmt.Fprintf(w, "prices: none given, %s that come with isofront\n", count(report.Sheets, "sheet"))
	}
	if len(report.UnknownSources) > 0 {
		fmt.Fprintf(w, "sources without a title or link: %s\n", strings.Join(report.UnknownSources, ", "))
	}
}

func printNotes(w io.Writer, what string, notes []importer.Note) {
	for i, n := range notes {
		if i == maxNotes {
			fmt.Fprintf(w, "  %s: and %d more\n", what, len(notes)-i)
			return
		}
		fmt.Fprintf(w, "  %s: %s\n", what, n)
	}
}

func rowList(rows []int) string {
	var list []string
	for i, r := range rows {
		if i == maxNotes {
			list = append(list, "...")
			break
		}
		list = append(list, strconv.Itoa(r))
	}
	if len(list) == 1 && rows[0] == 0 {
		return "the whole file"
	}
	if len(list) == 1 {
		return "row " + list[0]
	}
	return "rows " + strings.Join(list, ", ")
}

// count writes a number with its noun: 1 row, 2 rows.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
