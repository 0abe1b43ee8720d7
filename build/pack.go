package main

import (
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strconv"
	"syscall"

	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
)

type packCmd struct {
	Out    string   `short:"o" required:"" help:"Folder to write. An earlier output is replaced; anything else is refused." placeholder:"DIR"`
	Set    []string `help:"Say what result files do not: model, hardware, framework, precision, spec_decoding, workload, gpus, concurrency, source, ... May be repeated." placeholder:"KEY=VALUE" sep:"none"`
	Inputs []string `arg:"" help:"Files, folders and zips of benchmark results and price sheets." name:"input"`
}

func (*packCmd) Help() string {
	return `Example:

  isofront pack -o bundles results.csv prices.csv
  isofront pack -o bundles inferencex-dump-2026-06-13.zip
  isofront pack -o bundles --set hardware=b200 --set framework=vllm --set precision=fp8 \
      --set spec_decoding=none --set gpus=8 --set workload=8192/1024 bench-serve/

Each input is recognised by what is in it, not by its name. Rows that cannot be used are
refused with their row number and the reason; the good ones beside them are kept; hidden files are passed over. Without a
price sheet among the inputs, the sheets that come with isofront are packed; those given are
never replaced. A source of results is described by a CSV with the columns id, title, url.

A benchmark client knows neither the hardware that answered it nor who ran it. What its files lack is given
by --set for all of them, or by an isofront.json beside them, for its folder and below:

  {"hardware": "b200", "framework": "vllm", "precision": "fp8", "spec_decoding": "none",
   "workload": "8192/1024", "gpus": 8, "files": {"*tp4*": {"gpus": 4}}}

What a file says itself is believed before either.`
}

func (c *packCmd) Run(s streams) error {
	// Most of what is allocated is kept to the end, so that collecting twice as
	// often costs little and saves hundreds of megabytes on a million rows.
	defer debug.SetGCPercent(debug.SetGCPercent(40))
	given, err := importer.ParseGiven("--set", c.Set)
	if err != nil {
		return usageError{err}
	}
	for _, in := range c.Inputs {
		if _, err := regular(in); err != nil {
			return err
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

// count writes a number with its noun: 1 row, 2 rows.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
