package importer

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/requests"
)

// A file of requests is an operating point when it is said what was measured:
// percentiles come from the requests; rates and names from the tool's own
// summary in or beside the file, or else from the requests and what is given.

// requestsFormat completes a format of requests.
func requestsFormat(f Format) Format {
	f.Read = func(in File) (*Result, error) { return readRequestPoints(&f, in) }
	return f
}

// requestRuns collects every run of a file and keeps its requests.
type requestRuns struct {
	in     File
	runs   []requestRun
	beside string // the summary's name, when it was found
	err    error
}

type requestRun struct {
	c   *requests.Collector
	set *data.RequestSet
}

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
		err = errors.Join(t.ReadOwn(name, f), f.Close())
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
	traces, err := f.readRequests(in, k)
	if err == nil {
		err = k.err
	}
	if err != nil {
		return nil, err
	}
	said, err := traces[0].own.with(in.Given) // one of all runs
	if err != nil {
		return nil, err
	}
	o := openObjects(f.Name, in.Name, eof{}, nil)
	// What the summary has of interactivity the requests have, too: of their point it is said.
	delete(said.WarningsOf, Cause{"", reasonNoSpeed})
	said.Warnings = slices.DeleteFunc(said.Warnings, func(n Note) bool { return n.Reason == reasonNoSpeed })
	o.res.notes(said.Refused, said.RefusedOf, said.Warnings, said.WarningsOf)
	o.res.Sources = said.Sources
	if k.beside != "" {
		o.res.Beside = []string{k.beside}
	}
	seen := NewPointSet()
	for i, t := range traces {
		if slices.ContainsFunc(t.Refused, func(n Note) bool { return slices.Contains(said.Refused, n) }) {
			continue // the whole run, which the summary in the file said
		}
		o.res.notes(t.Refused, t.RefusedOf, t.Warnings, t.WarningsOf)
		run := &k.runs[i]
		run.c.Refused(t.RefusedOf.Of(t.Refused).Total())
		run.c.Repeated(t.Repeated)
		if t.Repeated > 0 {
			o.warn("", "records that an earlier one repeats, by id and figures, do not count", strconv.Itoa(t.Repeated))
		}
		o.impossible(run.c)
		if t.Records+t.Repeated == 0 && len(t.Refused) > 0 {
			continue // each row said why
		}
		if !t.point(o, run.c.Summary(), said, in.Given, seen) {
			continue
		}
		if t.Cut {
			o.res.Records = append(o.res.Records, nil)
			continue
		}
		run.set.RequestRun = data.RunOf(&o.res.Points[len(o.res.Points)-1])
		run.set.Convention, run.set.Duration = t.Convention, t.Duration
		o.res.Records = append(o.res.Records, run.set)
		where := k.beside
		if where == "" {
			where = "the file's own summary"
		}
		for _, w := range run.c.Disagreements(requests.Own{Where: where, Figures: t.Printed}) {
			n := Note{File: o.file, Reason: w}
			if len(traces) > 1 {
				n.Row = t.Row
			}
			o.res.warn(n)
		}
	}
	return o.res, nil
}

// impossible warns of the records that do not count because they cannot be.
func (o *objects) impossible(c *requests.Collector) {
	first, more := c.Impossible()
	n := Note{File: o.file, Reason: "a request that cannot be does not count"}
	for _, i := range first {
		n.Row, n.Detail = i.Row, i.Why
		o.res.warn(n)
	}
	if more > 0 {
		o.res.WarningsOf[n.Cause()] += more
	}
}

// Point makes an operating point of one run: percentiles from the requests in s,
// the rest from the tool's own summary where it is known, and from what is given.
// The result holds the point, which is the one that reading the whole file with
// the same given makes, or why there is none; Lacking says what to give.
func (t *Trace) Point(s *latency.Summary, given Given) (*Result, error) {
	said, err := t.own.with(given)
	if err != nil {
		return nil, err
	}
	o := openObjects(t.Format, t.File, eof{}, nil)
	mine := func(notes []Note) (out []Note) {
		for _, n := range notes {
			if t.runs == 1 || n.Row == t.Row {
				out = append(out, n)
			}
		}
		return out
	}
	o.res.notes(mine(said.Refused), nil, mine(said.Warnings), nil)
	for _, l := range said.Lacking {
		if t.runs == 1 || l.Row == t.Row {
			o.res.Lacking = append(o.res.Lacking, l)
		}
	}
	t.point(o, s, said, given, NewPointSet())
	return o.res, nil
}

// point adds the run's point to o. said is what the tool's own summary gave.
func (t *Trace) point(o *objects, s *latency.Summary, said *Result, given Given, seen *PointSet) bool {
	o.json.rec.row = t.Row
	r := &row{t: o}
	var kept bool
	switch at := pointAt(said, t); {
	case s.Used == 0:
		o.refuse("", "no request succeeded", t.unused(s))
		return false
	case at >= 0:
		p := said.Points[at]
		if t.Cut {
			o.warn("", "the file of its requests is cut short: the point is the summary's own", "")
		} else {
			measuredBy(&p, s)
		}
		kept = keep(o, seen, r, p, nil)
	case len(said.Refused) > 0 || len(said.Points) > 0:
		return false // it said why
	case t.Cut:
		o.res.refuse(Note{File: o.file, Reason: reasonPart})
		return false
	default:
		kept = t.alone(o, r, s, given, seen)
	}
	if kept && !t.Cut { // of a part of them nothing follows
		otherLengths(o, &o.res.Points[len(o.res.Points)-1], s)
	}
	return kept
}

// reasonPart is why requests are no operating point: a run's rates and its slow tail are
// of all of it.
const reasonPart = "the file ends in the middle of a request: a part of a run is no operating point"

// unused says what became of a run's requests of which none counts.
func (t *Trace) unused(s *latency.Summary) string {
	var parts []string
	for _, reason := range latency.Reasons {
		n := s.Dropped[reason]
		switch reason {
		case latency.DroppedInvalid:
			n += t.RefusedOf.Of(t.Refused).Total()
		case latency.DroppedRepeated:
			n += t.Repeated
		}
		if n > 0 {
			parts = append(parts, strings.ReplaceAll(reason.String(), "_", " ")+" "+strconv.Itoa(n))
		}
	}
	return strings.Join(parts, ", ")
}

// pointAt finds the point that the summary gave of a run, -1 without one.
func pointAt(said *Result, t *Trace) int {
	if t.runs == 1 && len(said.Points) == 1 {
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
func (t *Trace) alone(o *objects, r *row, s *latency.Summary, given Given, seen *PointSet) bool {
	run := newSummary(o, r, given)
	run.model, run.workload, run.measuredOn, run.run = t.Model, t.Workload, t.MeasuredOn, t.Run
	run.concurrency = formatWhole(t.Concurrency)
	if t.format != nil {
		run.source = t.format.source
	}
	if k := t.kept; k != nil {
		run.hardware, run.framework, run.precision, run.spec = k.Hardware, k.Framework, k.Precision, k.SpecDecoding
		run.disagg, run.recipe, run.source.ID = k.Disagg, k.Recipe, k.Source
	}
	run.total, run.output, run.input = s.Throughput.Total, s.Throughput.Output, s.Throughput.Input
	if run.noTotal = "not every answered request says its input and output tokens"; !s.Throughput.Duration.Ok() {
		run.noTotal = "the requests do not say when they were sent, and the file not how long it took"
	}
	measuredBy(&run.p, s)
	if idle, duration, ok := s.LongIdle(); ok {
		o.warn("tput_per_gpu", "counts a long time in which no answered request was under way", fmt.Sprintf("%.6g of %.6g s", idle, duration))
	}
	return run.finish(seen)
}

// otherLengths warns of requests whose median length is under half or over twice that
// of the workload that their point is said to be of.
func otherLengths(o *objects, p *data.Point, s *latency.Summary) {
	isl, osl, _ := tokenWorkload(p.Workload)
	for _, x := range []struct {
		said, of string
		lengths  latency.Times
	}{{isl, "input", s.ISL}, {osl, "output", s.OSL}} {
		want, err := strconv.ParseFloat(x.said, 64)
		if is, ok := x.lengths.At(0.5).Get(); err == nil && ok && (2*is < want || is > 2*want) {
			o.warn("workload", "the requests are of another length", formatNumber(is, 0)+" "+x.of+" tokens at the median, against "+x.said)
		}
	}
}

// TraceOf is the run of kept requests, which say all of a point but its GPUs.
func TraceOf(set *data.RequestSet) *Trace {
	run := set.RequestRun // alone, so that the requests are not held
	t := &Trace{Format: "packed requests of isofront", Number: 1, Row: 1, runs: 1, kept: &run, Convention: set.Convention,
		Model: set.Model, Workload: set.Workload, MeasuredOn: set.MeasuredOn, Run: set.Run, Duration: set.Duration, Records: set.Len()}
	if set.Concurrency > 0 {
		t.Concurrency = opt.Of(float64(set.Concurrency))
	}
	return t
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
