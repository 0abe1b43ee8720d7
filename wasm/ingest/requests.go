package ingest

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"path"
	"strconv"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/requests"
)

// collected is one run's requests, kept for what is asked of them later.
type collected struct {
	*requests.Collector
	title string
	trace *importer.Trace
	reply *Run
	books []book
}

// book forms one tool's figures from the same records.
type book struct {
	latency.Convention
	*latency.Book
}

// maxOthers is up to how many records every tool's convention is formed: each
// keeps some 100 bytes of a record and its gaps.
const maxOthers = 20_000

// open begins a book of every tool's convention, fed with the run.
func (c *collected) open(run *requests.Collector) {
	var all []*latency.Book
	for _, conv := range latency.Conventions() {
		b := conv.Book(latency.Options{})
		c.books, all = append(c.books, book{conv, b}), append(all, b)
	}
	run.Also(maxOthers, all...)
}

// sink collects the runs of one file or of several.
type sink struct {
	runs []*collected
	// beside finds a tool's own summary of a run; fs.ErrNotExist without one.
	beside func(*importer.Trace) (name string, content []byte, err error)
	own    string // the summary that was found
	over   bool   // runs beyond maxReported were passed over
	unread string // why it is not used
}

// find gives the summary, whatever it is called: it was given as this file's.
func (s *summary) find(*importer.Trace) (name string, content []byte, err error) {
	switch {
	case s == nil:
		return "", nil, fs.ErrNotExist
	case s.over:
		return s.name, nil, errSummarySize
	}
	return s.name, s.bytes, nil
}

// summary reads the tool's own summary, where it came along.
func (k *sink) summary(t *importer.Trace) {
	name, content, err := k.beside(t)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err == nil {
		err = t.ReadOwn(name, bytes.NewReader(content))
	}
	if err != nil {
		k.unread = name + " is not used: " + plain(name, err)
		return
	}
	k.own = name
}

// maxReported bounds the runs of one drop that are reported: each report is some
// 30 KB of text. Sweeps have dozens.
const maxReported = 100

func (k *sink) Begin(t *importer.Trace) {
	if len(k.runs) == maxReported {
		k.over = true
		return
	}
	k.summary(t)
	c := &collected{Collector: requests.New(requests.Options{Convention: t.Convention, Duration: t.Duration, Concurrency: t.Concurrency})}
	c.open(c.Collector)
	k.runs = append(k.runs, c)
}

func (k *sink) Add(rec *latency.Record, row int) error {
	if k.over {
		return nil
	}
	k.runs[len(k.runs)-1].Add(rec, row)
	return nil
}

// read adds the runs of a file to a reply.
func (k *sink) read(out *Reply, name string, r io.Reader) error {
	k.start()
	before := len(k.runs)
	traces, err := importer.ReadRequests(name, r, k)
	return k.taken(out, name, before, traces, err)
}

// start begins a file.
func (k *sink) start() { k.own, k.unread = "", "" }

// taken adds the runs of a file that was read to a reply: those from before on.
func (k *sink) taken(out *Reply, name string, before int, traces []*importer.Trace, err error) error {
	if err != nil {
		k.runs = k.runs[:before]
		return err
	}
	for i, t := range traces[:len(k.runs)-before] {
		c := k.runs[before+i]
		c.Refused(t.RefusedOf.Of(t.Refused).Total())
		c.Repeated(t.Repeated)
		c.title, c.trace = t.Format, t
		if len(traces) > 1 {
			c.title = "Run " + strconv.Itoa(t.Number) + " of " + strconv.Itoa(len(traces)) + ", " + t.Format
		}
		if name != out.File { // one of several
			c.title = name + ": " + c.title
		}
		own := requests.Own{Figures: t.Printed}
		switch {
		case k.own != "":
			own.Where = k.own
		case len(t.Printed) > 0:
			own.Where = "the file's own summary"
		}
		notes := append(words("", t.Refused), words("", t.Warnings)...)
		if k.unread != "" {
			notes = append([]string{k.unread}, notes...)
		}
		c.make(name, own, notes)
		out.Kept += t.Records
		out.Refused += t.RefusedOf.Of(t.Refused).Total()
		out.Runs = append(out.Runs, *c.reply)
	}
	return nil
}

// rest says of a reply that it does not report every run.
func (k *sink) rest(out *Reply) {
	if k.over {
		out.Notes = append(out.Notes, "Only the first "+strconv.Itoa(maxReported)+" runs are reported and there are more; the isofront command reports all.")
	}
}

// alone is the reply of a file with this run only.
func (c *collected) alone(name, format string) result {
	c.make(name, requests.Own{}, nil)
	return result{reply: &Reply{Kind: KindRequests, File: name, Format: format, Runs: []Run{*c.reply}}, runs: []*collected{c}}
}

// make forms the report and its text.
func (c *collected) make(name string, own requests.Own, notes []string) {
	report := c.Report(own)
	report.File = path.Base(name)
	report.Warnings = append(notes, report.Warnings...)
	s := c.Summary()
	run := &Run{Title: c.title, Report: *report, TTFT: report.Metrics.TTFT.P50, ITL: report.Metrics.ITL.P50, Output: s.OSL.At(0.5).Map(math.Round).Ptr()}
	run.Series.Gaps, run.Series.GapsOf = histogram(s)
	for _, g := range c.Run().ShareByLength() {
		run.Series.ByLength = append(run.Series.ByLength, Length{g.From, g.To, g.N, g.FirstTokenShare.Ptr()})
	}
	for _, b := range c.books {
		if s.Total > maxOthers { // let go
			break
		}
		if b.Name == report.Source {
			continue // with the report
		}
		o := Other{Convention: b.Name, Tool: b.Tool, Differs: b.Differs}
		for _, p := range requests.Beside(b.Name, &report.Metrics, requests.Figures(b.Book)) {
			o.Figures = append(o.Figures, OtherFigure(p))
		}
		if len(o.Figures) > 0 {
			run.Others = append(run.Others, o)
		}
	}
	c.books = nil
	if t := &report.AsTheToolPrints; t.Tool != "" {
		o := Other{Convention: t.Convention, Tool: t.Tool, Differs: t.Differs, Own: true}
		for _, p := range requests.Beside(t.Convention, &report.Metrics, t.Figures) {
			o.Figures = append(o.Figures, OtherFigure(p))
		}
		run.Others = append([]Other{o}, run.Others...)
	}
	run.HTML = html(run, c.form(s))
	c.reply = run
}

// bins is in how many parts the histogram is cut.
const bins = 36

// histogram counts gaps between tokens or, where the tokens of chunks are not
// known, between chunks. Its parts are equally wide on a logarithmic scale: gaps
// spread over decades. What is longer than the last part is in it.
func histogram(s *latency.Summary) ([]Bin, string) {
	g, of := s.Steadiness.TokenGaps, "tokens"
	if g.N() == 0 {
		g, of = s.Steadiness.InterChunk, "chunks"
	}
	if g.N() == 0 {
		return nil, ""
	}
	high, _ := g.Max().Get()
	low, _ := g.At(0.005).Get()
	if low = max(low, high/1e6); !(low < high) {
		low = high / 10
	}
	if !(high > 0) {
		return []Bin{{0, 0, int(g.N())}}, of
	}
	edges := make([]float64, bins+1)
	for i := range edges {
		edges[i] = low * math.Pow(high/low, float64(i)/bins)
	}
	shown := edges[0]
	edges[0], edges[bins] = 0, high
	out := make([]Bin, bins)
	for i, n := range g.Count(edges) {
		out[i] = Bin{edges[i], edges[i+1], int(n)}
	}
	out[0].From = shown // shorter ones are in it too
	return out, of
}

func (m *module) run(i int) *collected {
	if i < 0 || i >= len(m.runs) {
		return nil
	}
	return m.runs[i]
}

// goodput words how many requests met the objectives.
func (m *module) goodput(i int, ttft, itl float64) string {
	c := m.run(i)
	slo := latency.SLO{}
	if ttft > 0 {
		slo.TTFT = opt.Of(ttft)
	}
	if itl > 0 {
		slo.ITL = opt.Of(itl)
	}
	if c == nil || !slo.TTFT.Ok() && !slo.ITL.Ok() {
		return ""
	}
	g := c.Summary().Goodput(slo)
	out := strconv.Itoa(g.Met) + " of " + strconv.Itoa(g.Sent) + " requests sent succeed and meet it"
	if v, ok := g.Share.Get(); ok {
		out += " (" + percent(v) + ")"
	}
	if v, ok := g.PerSecond.Get(); ok {
		out += ", " + digits(v) + " per second"
	}
	return out + "."
}
