package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/wire"
)

type requestsCmd struct {
	Files  []string `arg:"" help:"Files of requests, as a benchmark tool wrote them." name:"file"`
	SLO    string   `help:"Objectives in seconds: how many requests per second succeed and meet them." placeholder:"ttft=S,itl=S"`
	Format string   `help:"text or json." default:"text" placeholder:"FORMAT"`
}

func (*requestsCmd) Help() string {
	return `Example:

  isofront requests profile_export.jsonl
  isofront requests --slo ttft=2,itl=0.05 --format json detailed_results.csv

A file is recognised by what is in it. Each metric is formed by one definition whatever tool
wrote the file, and stands beside what that tool prints. The tool's own summary, where it lies
in the same folder or file, is compared with its requests; where they disagree a warning says so.
Warm-up, failed and cancelled requests are not in the figures; they are counted by reason.`
}

func (c *requestsCmd) Run(s streams) error {
	if c.Format != "text" && c.Format != "json" {
		return usagef("--format: %q: want text or json", c.Format)
	}
	slo, err := parseSLO(c.SLO)
	if err != nil {
		return err
	}
	var reports []*wire.Requests
	var titles []string
	for _, file := range c.Files {
		some, err := reportsOn(file, slo)
		if err != nil {
			return err
		}
		for _, r := range some {
			reports, titles = append(reports, r.reply), append(titles, r.title)
		}
	}
	if len(reports) > 1 {
		for i, r := range reports {
			r.File, _, _ = strings.Cut(titles[i], ": ")
		}
	}
	if c.Format == "json" {
		if len(reports) == 1 {
			return writeJSON(s.out, reports[0])
		}
		return writeJSON(s.out, reports)
	}
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		if err := requests.WriteText(s.out, titles[i], r); err != nil {
			return fmt.Errorf("standard output: %w", err)
		}
	}
	return nil
}

// parseSLO reads ttft=S,itl=S.
func parseSLO(text string) (slo latency.SLO, err error) {
	if text == "" {
		return slo, nil
	}
	for _, part := range strings.Split(text, ",") {
		name, value, _ := strings.Cut(part, "=")
		v, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || !(v > 0) || !opt.Of(v).Ok() {
			return slo, usagef("--slo: %q: want seconds above 0, as in ttft=2,itl=0.05", part)
		}
		to := map[string]*opt.Float{"ttft": &slo.TTFT, "itl": &slo.ITL}[strings.TrimSpace(name)]
		switch {
		case to == nil:
			return slo, usagef("--slo: %q: want ttft or itl", name)
		case to.Ok():
			return slo, usagef("--slo: %s: given twice", name)
		}
		*to = opt.Of(v)
	}
	return slo, nil
}

// titled is the report on one run.
type titled struct {
	title string
	reply *wire.Requests
}

// reportsOn reads one file: a report for each run in it.
func reportsOn(path string, slo latency.SLO) ([]titled, error) {
	if _, err := regular(path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, plain(err)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a folder, not a file of requests", path)
	}
	sink := &requestSink{path: path, slo: slo}
	traces, err := importer.ReadRequests(path, f, sink)
	if err != nil {
		return nil, plain(err)
	}
	var out []titled
	for i, t := range traces {
		c := sink.runs[i]
		c.Refused(t.RefusedOf.Of(t.Refused).Total())
		c.Repeated(t.Repeated)
		own := requests.Own{Where: sink.own, Figures: t.Printed}
		if own.Where == "" {
			own.Where = "the file's own summary"
		}
		r := c.Report(own)
		r.Warnings = append(notes(t), r.Warnings...)
		name := path
		if len(traces) > 1 {
			name += " run " + strconv.Itoa(t.Number)
		}
		out = append(out, titled{name + ": " + t.Format, r})
	}
	return out, nil
}

// notes words what is remarkable about the file's rows.
func notes(t *importer.Trace) (out []string) {
	all := []int{t.RefusedOf.Of(t.Refused).Total(), t.WarningsOf.Of(t.Warnings).Total()}
	for i, list := range [][]importer.Note{t.Refused, t.Warnings} {
		for k, n := range list {
			if k == maxNotes {
				out = append(out, "and "+count(all[i]-k, []string{"more refused row", "more remark"}[i]))
				break
			}
			n.File = []string{"refused", ""}[i] // that each is a warning is said where it is printed
			out = append(out, strings.TrimPrefix(n.String(), ": "))
		}
	}
	return out
}

// requestSink collects one file, and the summary beside it.
type requestSink struct {
	path string
	slo  latency.SLO
	runs []*requests.Collector
	own  string // name of the summary found beside the file
}

func (k *requestSink) Begin(t *importer.Trace) {
	if name := t.Beside(filepath.Base(k.path)); name != "" {
		k.summary(t, name)
	}
	k.runs = append(k.runs, requests.New(requests.Options{Convention: t.Convention, Duration: t.Duration, Concurrency: t.Concurrency, SLO: k.slo}))
}

// summary reads the tool's own summary, when it is there.
func (k *requestSink) summary(t *importer.Trace, name string) {
	f, err := os.Open(filepath.Join(filepath.Dir(k.path), name))
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	if err == nil {
		defer f.Close()
		err = t.ReadOwn(name, io.LimitReader(f, maxFile))
	}
	if err != nil {
		t.Warnings = append(t.Warnings, importer.Note{File: name, Reason: plain(err).Error()})
		return
	}
	k.own = name
}

func (k *requestSink) Add(rec *latency.Record, row int) error {
	k.runs[len(k.runs)-1].Add(rec, row)
	return nil
}
