package importer

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// The weekly dump of the InferenceX database: a folder of JSON arrays, one per
// table, one row a line. Three are read: configurations, workflow runs and
// benchmark results; the last is by far the longest and is streamed. Tables
// are told by their columns.
//
// As in its own views, only the latest attempt of a run counts, and rows with
// an error are left out. Both are counted.

// dumpTable is a table that is read.
type dumpTable int

const (
	dumpConfigs dumpTable = iota
	dumpRuns
	dumpResults
	dumpTables
)

// dumpOther are tables that a dump may have and that are not needed.
var dumpOther = map[string]bool{
	"agentic_trace_replay.json": true, "server_logs.json": true, "gpu_metric_series.json": true, "gpu_metric_samples.json": true,
	"gpu_metric_gpu_stats.json": true, "benchmark_result_gpu_metrics.json": true, "run_stats.json": true, "eval_results.json": true,
	"eval_samples.json": true, "changelog_entries.json": true, "availability.json": true, "datasets.json": true,
	"dataset_conversations.json": true, "run_datasets.json": true, "schema_migrations.json": true,
}

// tableOf tells a table of a dump by its first row.
func tableOf(h *Head) (dumpTable, bool) {
	s := h.JSON()
	switch {
	case s == nil || !s.array:
	case s.has("id", "workflow_run_id", "config_id", "metrics", "conc"):
		return dumpResults, true
	case s.has("id", "github_run_id", "run_attempt"):
		return dumpRuns, true
	case s.has("id", "hardware", "framework", "model", "spec_method"):
		return dumpConfigs, true
	}
	return 0, false
}

// dump opens the tables of one dump.
type dump struct {
	name string // of the folder, for messages
	open [dumpTables]func() (io.ReadCloser, error)
	file [dumpTables]string
}

// read joins the tables.
func (d *dump) read() (*Result, error) {
	for t, what := range map[dumpTable]string{dumpConfigs: "configurations", dumpRuns: "workflow runs"} {
		if d.open[t] == nil {
			return nil, &FileError{d.name, errors.New("a dump without the table of " + what)}
		}
	}
	var out *Result
	configs := map[string]dumpConfig{}
	var ofConfigs *Result
	err := d.each(dumpConfigs, append([]string{"id"}, configPaths...), func(o *objects) error {
		names := newNamer(o.warn)
		for {
			ok, err := o.next()
			if err != nil || !ok {
				ofConfigs = o.res
				return err
			}
			r := &row{t: o}
			c := dumpConfig{config: readConfig(r, names)}
			if r.bad {
				c.refused = r.column + " " + r.reason
			}
			id := r.text("id", true)
			if before, there := configs[id]; there && before != c {
				c.refused = "two that differ have its id"
			}
			configs[id] = c
		}
	})
	if err != nil {
		return nil, err
	}
	runs, err := d.runs()
	if err != nil {
		return nil, err
	}
	err = d.each(dumpResults, append([]string{"workflow_run_id", "config_id"}, measurementPaths...), func(o *objects) error {
		b := published{o: o, seen: NewPointSet()}
		for {
			ok, err := o.next()
			if err != nil {
				return err
			}
			if !ok {
				out = b.finish()
				return nil
			}
			b.join(configs, runs)
		}
	})
	if err != nil {
		return nil, err
	}
	out.File = d.name
	out.Warnings, out.WarningsOf = joinNotes(ofConfigs.Warnings, ofConfigs.WarningsOf, out.Warnings, out.WarningsOf)
	return out, nil
}

type dumpConfig struct {
	config  ixConfig
	refused string
}

type dumpRun struct {
	link     string
	replaced bool // a later attempt of the same run is there
	twice    bool // another run has its id
}

// join adds the row of results that b.o stands on.
func (b *published) join(configs map[string]dumpConfig, runs map[string]dumpRun) {
	r := &row{t: b.o}
	c, ok := configs[b.o.cell("config_id")]
	if !ok {
		r.refuse("config_id", "is not among the configurations", quote(b.o.cell("config_id")))
	}
	if c.refused != "" {
		r.refuse("config_id", "is of a configuration that cannot be read", c.refused)
	}
	run, ok := runs[b.o.cell("workflow_run_id")]
	if !ok {
		r.refuse("workflow_run_id", "is not among the workflow runs", quote(b.o.cell("workflow_run_id")))
	}
	if run.twice {
		r.refuse("workflow_run_id", "is of two workflow runs that differ", quote(b.o.cell("workflow_run_id")))
	}
	if run.replaced && b.o.cell("error") == "" {
		r.refuse("workflow_run_id", "a later attempt of the same run replaces it", run.link)
	}
	b.add(r, c.config, run.link)
}

// runs reads the workflow runs by their id.
func (d *dump) runs() (map[string]dumpRun, error) {
	out := map[string]dumpRun{}
	type attempt struct {
		number int
		id     string
	}
	latest := map[string]attempt{} // by the run's number on GitHub
	err := d.each(dumpRuns, []string{"id", "github_run_id", "run_attempt", "html_url"}, func(o *objects) error {
		for {
			ok, err := o.next()
			if err != nil || !ok {
				return err
			}
			r := &row{t: o}
			id, number := r.text("id", true), r.text("github_run_id", true)
			tried, _ := r.count("run_attempt")
			link := runLink(r.text("html_url", false), tried)
			if r.bad {
				continue // its results are refused for want of a run
			}
			if was, there := out[id]; there && (was.twice || was.link != link) {
				out[id] = dumpRun{link: link, twice: true}
				continue
			}
			before, ok := latest[number]
			replaced := ok && before.number > tried
			out[id] = dumpRun{link: link, replaced: replaced}
			if replaced {
				continue
			}
			if ok && before.number < tried {
				out[before.id] = dumpRun{link: out[before.id].link, replaced: true, twice: out[before.id].twice}
			}
			latest[number] = attempt{tried, id}
		}
	})
	return out, err
}

// runLink is the link as the API gives it: with the attempt at its end.
func runLink(url string, attempt int) string {
	if url == "" || attempt == 0 || strings.Contains(url, "/attempts/") {
		return url
	}
	return url + "/attempts/" + strconv.Itoa(attempt)
}

// each opens a table and reads it.
func (d *dump) each(t dumpTable, want []string, read func(*objects) error) error {
	f, err := d.open[t]()
	if err != nil {
		return &FileError{d.file[t], err}
	}
	defer f.Close() // read only: nothing to lose
	return read(openObjects("InferenceX database dump", d.file[t], bufio.NewReaderSize(f, HeadSize), want))
}
