package importer

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
)

// A file of requests is an operating point when it is said what was measured:
// percentiles come from the requests; rates and names from the tool's own
// summary in or beside the file, or else from the requests and what is given.

// whoeverRan is the note of a source that is a tool.
const whoeverRan = "Written by whoever ran the tool"

// requestsFormat completes a format of requests.
func requestsFormat(f Format) Format {
	f.Read = func(in File) (*Result, error) { return readRequestPoints(&f, in) }
	return f
}

// requestRuns collects every run of a file and keeps its requests.
type requestRuns struct {
	in   File
	runs []requestRun

	beside string // the summary's name, when it was found
	own    []byte
	err    error
}

type requestRun struct {
	c   *requests.Collector
	set *data.RequestSet
}

// maxOwn bounds the size of a summary beside a file.
const maxOwn = 64 << 20

func (k *requestRuns) Begin(t *Trace) {
	if name := t.Beside(path.Base(k.in.Name)); name != "" && k.in.Beside != nil && t.Number == 1 {
		k.summary(t, name)
	}
	k.runs = append(k.runs, requestRun{
		requests.New(requests.Options{Convention: t.Convention, Duration: t.Duration, Concurrency: t.Concurrency}), &data.RequestSet{},
	})
}

func (k *requestRuns) summary(t *Trace, name string) {
	f, err := k.in.Beside(name)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		k.own, err = io.ReadAll(io.LimitReader(f, maxOwn))
		err = errors.Join(err, f.Close())
	}
	if err == nil {
		err = t.ReadOwn(name, bytes.NewReader(k.own))
	}
	if err != nil {
		k.err = err
		return
	}
	k.beside = name
}

func (k *requestRuns) Add(rec *latency.Record, row int) error {
	run := &k.runs[len(k.runs)-1]
	run.c.Add(rec, row)
	return requests.Keep(run.set, rec)
}

func readRequestPoints(f *Format, in File) (*Result, error) {
	k := &requestRuns{in: in}
	said := &Result{}
	var summed chan error
	if f.summary != nil { // the same file, read twice at once
		pr, pw := io.Pipe()
		summed = make(chan error, 1)
		copied := in
		copied.Reader = pr
		go func() {
			res, err := f.summary(copied)
			if err == nil {
				said = res
			}
			_, _ = io.Copy(io.Discard, pr) // so that the other reader is not held up
			summed <- err
		}()
		in.Reader = io.TeeReader(in.Reader, pw)
		defer pr.Close()
		traces, err := f.readRequests(in, k)
		pw.CloseWithError(err)
		if sumErr := <-summed; err == nil {
			err = sumErr
		}
		if err != nil {
			return nil, err
		}
		return k.result(f, traces, said)
	}
	traces, err := f.readRequests(in, k)
	if err == nil {
		err = k.err
	}
	if err != nil {
		return nil, err
	}
	if k.beside != "" && f.own.read != nil {
		said, err = f.own.read(File{Name: path.Join(path.Dir(in.Name), k.beside), Reader: bytes.NewReader(k.own), Given: in.Given})
		if err != nil {
			return nil, err
		}
	}
	return k.result(f, traces, said)
}

// result makes a point of each run. said is what the tool's own summary gave.
func (k *requestRuns) result(f *Format, traces []*Trace, said *Result) (*Result, error) {
	o := openObjects(f.Name, k.in.Name, eof{}, nil)
	o.res.notes(said.Refused, said.RefusedOf, said.Warnings, said.WarningsOf)
	o.res.Sources = said.Sources
	if k.beside != "" {
		o.res.Beside = []string{k.beside}
	}
	seen := NewPointSet()
	for i, t := range traces {
		o.res.notes(t.Refused, t.RefusedOf, t.Warnings, t.WarningsOf)
		o.json.rec.row = t.Row
		run := &k.runs[i]
		run.c.Refused(t.RefusedOf.Of(t.Refused).Total())
		s := run.c.Summary()
		r := &row{t: o}
		switch at := pointAt(said, t, len(traces)); {
		case s.Used == 0:
			o.refuse("", "no request succeeded", "")
			continue
		case at >= 0:
			p := said.Points[at]
			measuredBy(&p, s)
			if !keep(o, seen, r, p, nil) {
				continue
			}
		case len(said.Refused) > 0 || len(said.Points) > 0:
			continue // it said why
		default:
			if !k.alone(f, o, r, t, s, seen) {
				continue
			}
		}
		p := &o.res.Points[len(o.res.Points)-1]
		run.set.RequestRun = data.RunOf(p)
		run.set.Convention, run.set.Duration = t.Convention, t.Duration
		o.res.Records = append(o.res.Records, run.set)
		where := k.beside
		if where == "" {
			where = "the file's own summary"
		}
		for _, w := range run.c.Problems(requests.Own{Where: where, Figures: t.Printed}) {
			o.warn("", w, "")
		}
	}
	return o.res, nil
}

// pointAt finds the point that the summary gave of a run, -1 without one.
func pointAt(said *Result, t *Trace, runs int) int {
	if runs == 1 && len(said.Points) == 1 {
		return 0
	}
	for i, row := range said.PointRows {
		if row == t.Row {
			return i
		}
	}
	return -1
}

// alone makes a point from the requests and what is given.
func (k *requestRuns) alone(f *Format, o *objects, r *row, t *Trace, s *latency.Summary, seen *PointSet) bool {
	run := newSummary(o, r, k.in.Given)
	run.source = f.source
	run.model, run.workload, run.measuredOn, run.run = t.Model, t.Workload, t.MeasuredOn, t.Run
	run.concurrency = formatWhole(t.Concurrency)
	run.total, run.output, run.input = s.Throughput.Total, s.Throughput.Output, s.Throughput.Input
	measuredBy(&run.p, s)
	return run.finish(seen)
}

func formatWhole(v opt.Float) string {
	if x, ok := v.Positive(); ok {
		return formatNumber(x, 0)
	}
	return ""
}

// measuredBy sets what the requests say: every percentile, and how many counted.
func measuredBy(p *data.Point, s *latency.Summary) {
	for kind, times := range map[data.Kind]latency.Times{data.TTFT: s.TTFT, data.ITL: s.ITL, data.E2EL: s.E2EL, data.E2ELPerToken: s.E2EPerToken} {
		for _, pct := range data.Percentiles {
			v := times.At(float64(pct) / 100)
			if _, ok := v.Positive(); !ok {
				v = opt.Float{}
			}
			setPercentile(p, kind, pct, v)
		}
	}
	p.Values[data.Requests], p.Values[data.RequestsUsed] = opt.Of(float64(s.Sent)), opt.Of(float64(s.Used))
	at := 50
	if p.Workload == agenticWorkload {
		at = 90
	}
	p.Values[data.TPOT] = percentile(p, data.ITL, at)
}
