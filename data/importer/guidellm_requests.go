package importer

import (
	"strconv"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// GuideLLM's benchmarks.json: a run for each benchmark, its requests under
// successful, incomplete and errored. Two generations: the moments of a request
// stand in info.timings, or beside its counts. They are s since 1970; its
// requests have no chunk times.
var guideLLMFormat = requestsFormat(Format{
	Name: "GuideLLM benchmarks (JSON)",
	Recognise: func(h *Head) bool {
		return h.JSON().has("benchmarks") && (h.JSON().has("args") || h.JSON().has("metadata"))
	},
	convention: "guidellm",
	source:     unnamedSource("GuideLLM", "GuideLLM"),
	requests:   readGuideLLM,
	manyRuns:   true,
})

type guideRow struct {
	w                      *walk
	at                     [guideMoments]opt.Float
	output, counted, input opt.Float
	id                     uint64
}

// The moments of a request.
const (
	guideStart = iota
	guideEnd
	guideFirst
	guideVisible
	guideLast
	guideMoments = iota
)

// guideNames are the names of the moments in all generations.
var guideNames = [...]struct {
	name string
	of   int
}{
	{"request_start", guideStart}, {"request_start_time", guideStart}, {"start_time", guideStart},
	{"request_end", guideEnd}, {"request_end_time", guideEnd}, {"end_time", guideEnd},
	{"first_token_iteration", guideFirst}, {"first_iteration", guideFirst}, {"first_token_time", guideFirst},
	{"first_output_token_iteration", guideVisible},
	{"last_token_iteration", guideLast}, {"last_iteration", guideLast}, {"last_token_time", guideLast},
}

// The fields of a request that must not come twice: the moments beside its counts, those in
// its info, and these.
const (
	guideTimings = 2*len(guideNames) + iota
	guideInfo
	guideMetrics
	guideCounted
	guideID
	guideOutput
	guideInput
)

func readGuideLLM(in File, o *recorder) (err error) {
	w := newWalk(in.Reader)
	row := 0
	top, parts, lists := map[string]bool{}, map[string]bool{}, map[string]bool{}
	w.object("", func(name []byte) {
		if string(name) != "benchmarks" || w.first() != '[' {
			w.skip()
			return
		}
		w.part(top, "benchmarks")
		w.array("benchmarks", func(i int) {
			if err != nil {
				w.skip()
				return
			}
			if err = o.run(); err != nil {
				w.skip()
				return
			}
			clear(parts)
			clear(lists)
			w.object("benchmarks."+strconv.Itoa(i), func(name []byte) {
				switch string(name) {
				case "requests":
					w.part(parts, "requests")
					w.object("requests", func(name []byte) {
						outcome, ok := guideOutcome(string(name))
						if !ok || w.first() != '[' {
							w.skip()
							return
						}
						w.part(lists, string(name))
						w.array("requests", func(int) {
							if err != nil {
								w.skip()
								return
							}
							row++
							err = readGuideRequest(w, o, outcome, row)
						})
					})
				case "duration":
					w.part(parts, "duration")
					o.Duration = w.number("duration")
				default:
					w.skip()
				}
			})
		})
	})
	w.end()
	if err == nil {
		err = w.located(row)
	}
	return err
}

func guideOutcome(status string) (latency.Outcome, bool) {
	switch status {
	case "successful", "completed":
		return latency.OK, true
	case "errored":
		return latency.Failed, true
	case "incomplete":
		return latency.Cancelled, true
	}
	return 0, false
}

func readGuideRequest(w *walk, o *recorder, outcome latency.Outcome, row int) error {
	w.row()
	o.rec = latency.Record{Outcome: outcome}
	x := guideRow{w: w}
	w.object("", x.field)
	if w.err != nil {
		return nil // reported at the end
	}
	if outcome == latency.OK && !x.at[guideStart].Ok() && !w.bad {
		w.refuse("", "is not a request of GuideLLM", "no start")
	}
	if w.bad {
		o.refuse(row, w.column, w.reason, w.detail)
		return nil
	}
	x.fill(&o.rec)
	o.id = x.id
	return o.give(row)
}

func (x *guideRow) field(name []byte) {
	w := x.w
	switch string(name) {
	case "info":
		w.once(guideInfo, "info")
		w.object("info", func(name []byte) {
			if string(name) == "timings" {
				w.once(guideTimings, "info.timings")
				w.object("info.timings", func(name []byte) { x.moment(len(guideNames), name) })
			} else {
				w.skip()
			}
		})
	case "output_metrics":
		w.once(guideMetrics, "output_metrics")
		w.object("output_metrics", func(name []byte) {
			if string(name) == "total_tokens" {
				w.once(guideCounted, "output_metrics.total_tokens")
				x.counted = w.number("output_metrics.total_tokens")
			} else {
				w.skip()
			}
		})
	case "request_id":
		w.once(guideID, "request_id")
		x.id = w.id()
	case "output_tokens":
		w.once(guideOutput, "output_tokens")
		x.output = w.number("output_tokens")
	case "prompt_tokens":
		w.once(guideInput, "prompt_tokens")
		x.input = w.number("prompt_tokens")
	default:
		x.moment(0, name)
	}
}

// moment reads one moment of a request, by its name in any generation; fields are
// numbered from the given one. Newer files say some in both places.
func (x *guideRow) moment(from int, name []byte) {
	w := x.w
	for i, n := range &guideNames {
		if string(name) != n.name {
			continue
		}
		w.once(from+i, n.name)
		v, before := w.number(n.name), &x.at[n.of]
		if v.Ok() && before.Ok() && v != *before {
			w.refuse(n.name, "is another moment than the same field elsewhere in the request says", "")
		}
		if !before.Ok() {
			*before = v
		}
		return
	}
	w.skip()
}

func (x *guideRow) fill(r *latency.Record) {
	r.Start = x.at[guideStart]
	start, _ := r.Start.Get()
	since := func(t opt.Float) opt.Float {
		return t.Map(func(v float64) float64 { return v - start })
	}
	// Without a server's count the tool takes each iteration for a token.
	if r.Output.Server = x.counted; !x.counted.Ok() {
		r.Output.Client = x.output
	}
	r.Input.Server = x.input
	f := &r.Figures
	f.TTFT, f.FirstVisible, f.E2EL, f.End = since(x.at[guideFirst]), since(x.at[guideVisible]), since(x.at[guideLast]), since(x.at[guideEnd])
	if !f.E2EL.Ok() {
		f.E2EL, f.LaterEnd = f.End, true
	}
}
