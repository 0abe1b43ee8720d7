package requests

import (
	"errors"
	"math"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// The status of a kept request: its phase, its outcome, whether its end is later
// than its last token, and which of a tool's own figures follow from the others.
const (
	statusPhase   = 0x03
	statusOutcome = 0x0c
	statusLater   = 0x10
	statusITL     = 0x20 // ITL is (E2EL - TTFT)/(OSL - 1)
	statusSecond  = 0x40 // the second gap is the first of the gaps
)

// derived is how near the tool's own ITL must be to ours to count as the same
// figure, rounding apart. That figure is only there to be compared with ours.
const derived = 1e-12

// ownITL is what a tool's own ITL should be.
func ownITL(rec *latency.Record) (float64, bool) {
	first, a := rec.Figures.TTFT.Get()
	last, b := rec.Figures.E2EL.Get()
	n, c := rec.Output.Server.Get()
	if !c {
		n, c = rec.Output.Client.Get()
	}
	v := opt.Of((last - first) / (n - 1))
	return (last - first) / (n - 1), a && b && c && n >= 2 && v.Ok()
}

// errChunks is for records that no importer makes: those are figures.
var errChunks = errors.New("requests: a record of chunks is not kept, only one of figures")

// Keep appends a record to set, which holds it without loss: Kept gives it back
// bit by bit, but for the tool's own ITL, which may come back with another
// rounding.
func Keep(set *data.RequestSet, rec *latency.Record) error {
	if len(rec.Chunks) > 0 {
		return errChunks
	}
	f := &rec.Figures
	q := data.Request{Gaps: f.Gaps, Tokens: f.ChunkTokens}
	q.Status = byte(rec.Phase)&statusPhase | byte(rec.Outcome)<<2&statusOutcome
	if f.LaterEnd {
		q.Status |= statusLater
	}
	for k, v := range figures(rec) {
		q.Figures[k] = *v
	}
	if own, ok := f.ITL.Get(); ok {
		if v, ok := ownITL(rec); ok && math.Abs(v-own) <= derived*math.Abs(own) {
			q.Status |= statusITL
			q.Figures[data.RequestITL] = opt.Float{}
		}
	}
	if second, ok := f.SecondGap.Get(); ok && len(f.Gaps) > 0 && f.Gaps[0] == second {
		q.Status |= statusSecond
		q.Figures[data.RequestSecondGap] = opt.Float{}
	}
	set.Add(&q)
	return nil
}

// figures are the numbers of a record, by where they are kept.
func figures(rec *latency.Record) [data.NumRequestFigures]*opt.Float {
	f := &rec.Figures
	return [data.NumRequestFigures]*opt.Float{
		data.RequestStart: &rec.Start, data.RequestTTFT: &f.TTFT, data.RequestFirstVisible: &f.FirstVisible, data.RequestE2EL: &f.E2EL,
		data.RequestITL: &f.ITL, data.RequestEnd: &f.End, data.RequestSecondGap: &f.SecondGap,
		data.RequestOutput: &rec.Output.Server, data.RequestOutputClient: &rec.Output.Client,
		data.RequestInput: &rec.Input.Server, data.RequestInputClient: &rec.Input.Client,
		data.RequestReasoning: &rec.Reasoning, data.RequestAsked: &rec.Requested,
	}
}

// Kept calls take with each kept record, in the same Record, whose slices are
// valid until the next.
func Kept(set *data.RequestSet, take func(rec *latency.Record) error) error {
	var rec latency.Record
	var q data.Request
	f := &rec.Figures
	return set.Fill(&q, figures(&rec), func() error {
		rec.Phase, rec.Outcome = latency.Phase(q.Status&statusPhase), latency.Outcome(q.Status&statusOutcome>>2)
		f.LaterEnd = q.Status&statusLater != 0
		f.Gaps, f.ChunkTokens = q.Gaps, q.Tokens
		own, second := f.ITL, f.SecondGap
		if q.Status&statusITL != 0 {
			if v, ok := ownITL(&rec); ok {
				f.ITL = opt.Of(v)
			}
		}
		if q.Status&statusSecond != 0 && len(q.Gaps) > 0 {
			f.SecondGap = opt.Of(q.Gaps[0])
		}
		err := take(&rec)
		f.ITL, f.SecondGap = own, second
		return err
	})
}

// Of collects the records of an opened bundle. first is called before the first,
// if it is not nil.
func Of(set *data.RequestSet, slo latency.SLO, first func(*Collector)) *Collector {
	o := Options{Convention: set.Convention, Duration: set.Duration, SLO: slo, Expect: set.Len(), Synthetic: set.Key().Synthetic()}
	if set.Concurrency > 0 {
		o.Concurrency = opt.Of(float64(set.Concurrency))
	}
	c := New(o)
	if first != nil {
		first(c)
	}
	_ = Kept(set, func(rec *latency.Record) error { // Add does not fail
		c.Add(rec, 0)
		return nil
	})
	return c
}
