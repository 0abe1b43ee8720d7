package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/requests"
)

type inspectCmd struct {
	Path string `arg:"" help:"A packed file, a folder of them, or results: a file, a folder or a zip." name:"path"`
}

func (*inspectCmd) Help() string {
	return `Example:

  isofront inspect bundles
  isofront inspect results.csv
  isofront inspect profile_export_aiperf.json

It prints what is inside and says "valid", or the first thing that is wrong.`
}

func (c *inspectCmd) Run(s streams) error {
	info, err := os.Stat(c.Path)
	if err != nil {
		return plain(err)
	}
	if info.IsDir() {
		return inspectFolder(s.out, c.Path)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: not a regular file", c.Path)
	}
	head, err := readHead(c.Path)
	if err != nil {
		return err
	}
	if data.LooksPacked(head) {
		return inspectPacked(s.out, c.Path)
	}
	return inspectResults(s.out, c.Path)
}

func readHead(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	head := make([]byte, 64)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, plain(err)
	}
	return head[:n], nil
}

func inspectPacked(w io.Writer, path string) error {
	b, err := readFile(path)
	if err != nil {
		return err
	}
	if err := openAny(b); err != nil {
		return fmt.Errorf("%s: %w", path, plain(err))
	}
	if err := nameFits(path, b); err != nil {
		return err
	}
	if kind, err := data.KindOf(b); err == nil && kind == data.KindRequests {
		return inspectRequests(w, path, b)
	}
	_, index, bundle, err := data.OpenFile(b)
	if err != nil {
		return fmt.Errorf("%s: %w", path, plain(err))
	}
	if index != nil {
		fmt.Fprintf(w, "%s: index, %s, %s, %s, valid\nsha256 %s\n", path, count(len(index.Bundles), "bundle"), count(len(index.Sheets), "price sheet"), count(len(index.Sources), "source"), index.SHA256)
		for i := range index.Bundles {
			printEntry(w, &index.Bundles[i])
		}
		for i := range index.Requests {
			q := &index.Requests[i]
			fmt.Fprintf(w, "%s %s: %s%s of %s at concurrency %d, %d bytes, %s\n", q.Model, q.Workload, count(q.Rows, "request"), madeUp(q.Key()), q.Key().Name(), q.Concurrency, q.Bytes, q.File)
		}
		for _, sh := range index.Sheets {
			fmt.Fprintf(w, "prices of %s: %s of hardware (%s)\n", sh.AsOf, count(len(sh.Rows), "kind"), cmp.Or(sh.Source, "source not given"))
		}
		for _, src := range index.Sources {
			about := strings.TrimSpace(src.Title + " " + src.URL)
			fmt.Fprintf(w, "source %s: %s\n", src.ID, cmp.Or(about, "not described"))
		}
		return nil
	}
	e := data.Describe(bundle, path)
	fmt.Fprintf(w, "%s: operating points, valid\nsha256 %s\n", path, bundle.SHA256())
	printEntry(w, &e)
	return nil
}

// inspectRequests shows a bundle of requests with the figures they add up to.
func inspectRequests(w io.Writer, path string, b []byte) error {
	set, err := data.OpenRequests(b)
	if err != nil {
		return fmt.Errorf("%s: %w", path, plain(err))
	}
	fmt.Fprintf(w, "%s: requests, valid\nsha256 %s\n%s %s: %s at concurrency %d, %s, %d bytes\n\n", path, set.SHA256(), set.Model, set.Workload,
		set.Key().Name(), set.Concurrency, count(set.Len(), "request"), set.Size())
	r := requests.Of(set, latency.SLO{}, nil).Report(requests.Own{})
	if err := requests.WriteText(w, "as measured by "+r.AsTheToolPrints.Tool, r); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

func printEntry(w io.Writer, e *data.BundleEntry) {
	fmt.Fprintf(w, "%s %s: %s, %d bytes\n", e.Model, e.Workload, count(e.Rows, "operating point"), e.Bytes)
	for _, s := range e.Series {
		fmt.Fprintf(w, "  %s: %s%s", s.Key.Name(), count(s.Points, "point"), madeUp(s.Key))
		if s.First != "" {
			fmt.Fprintf(w, ", measured %s", span(s.First, s.Last))
		}
		if lo, ok := s.Low.Get(); ok {
			hi, _ := s.High.Get()
			fmt.Fprintf(w, ", %g to %g tok/s/user", lo, hi)
		}
		fmt.Fprintln(w)
	}
}

// madeUp says of a series that nobody measured it.
func madeUp(k data.SeriesKey) string {
	if k.Synthetic() {
		return ", synthetic"
	}
	return ""
}

func span(first, last string) string {
	if first == last {
		return first
	}
	return first + " to " + last
}

// inspectFolder opens the index of a folder and every bundle that it lists.
func inspectFolder(w io.Writer, dir string) error {
	index, err := pack.FindIndex(dir)
	if err != nil {
		src, siteErr := openData(dir)
		if siteErr != nil {
			report, readErr := pack.Inspect(importer.Given{}, dir)
			if readErr != nil {
				return plain(readErr)
			}
			if len(report.Inputs) == 0 {
				return plain(err)
			}
			printResults(w, report)
			return nil
		}
		index = src.dir + string(os.PathSeparator) + src.index
	}
	if err := inspectPacked(w, index); err != nil {
		return err
	}
	problems, err := checkFolder(index)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "; "))
	}
	fmt.Fprintln(w, "every bundle is there and valid")
	return nil
}

// inspectResults reads results without packing them.
func inspectResults(w io.Writer, path string) error {
	report, err := pack.Inspect(importer.Given{}, path)
	if err != nil {
		return plain(err)
	}
	printResults(w, report)
	return nil
}

func printResults(w io.Writer, report *pack.Report) {
	printInputs(w, report)
	for i := range report.Inputs {
		if report.Inputs[i].RefusedOf.Total() > 0 {
			return
		}
	}
	fmt.Fprintln(w, "valid")
}
