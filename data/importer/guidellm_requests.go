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
	w                                *walk
	start, end, first, visible, last opt.Float
	output, counted, input           opt.Float
	id                               uint64
}

func readGuideLLM(in File, o *recorder) (err error) {
	w := newWalk(in.Reader)
	row := 0
	w.object("", func(name []byte) {
		if string(name) != "benchmarks" || w.first() != '[' {
			w.skip()
			return
		}
		w.array("benchmarks", func(i int) {
			if err != nil {
				w.skip()
				return
			}
			if err = o.run(); err != nil {
				w.skip()
				return
			}
			w.object("benchmarks."+strconv.Itoa(i), func(name []byte) {
				switch string(name) {
				case "requests":
					w.object("requests", func(name []byte) {
						outcome, ok := guideOutcome(string(name))
						if !ok || w.first() != '[' {
							w.skip()
							return
						}
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
	if outcome == latency.OK && !x.start.Ok() && !w.bad {
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
		w.object("info", func(name []byte) {
			if string(name) == "timings" {
				w.object("info.timings", x.moment)
			} else {
				w.skip()
			}
		})
	case "output_metrics":
		w.object("output_metrics", func(name []byte) {
			if string(name) == "total_tokens" {
				x.counted = w.number("output_metrics.total_tokens")
			} else {
				w.skip()
			}
		})
	case "request_id":
		x.id = w.id()
	case "output_tokens":
		x.output = w.number("output_tokens")
	case "prompt_tokens":
		x.input = w.number("prompt_tokens")
	default:
		x.moment(name)
	}
}

// moment reads one moment of a request, by its name in either generation.
func (x *guideRow) moment(name []byte) {
	w := x.w
	switch string(name) {
	case "request_start", "request_start_time", "start_time":
		x.start = w.number("request_start")
	case "request_end", "request_end_time", "end_time":
		x.end = w.number("request_end")
	case "first_token_iteration", "first_iteration", "first_token_time":
		x.first = w.number("first_token_iteration")
	case "first_output_token_iteration":
		x.visible = w.number("first_output_token_iteration")
	case "last_token_iteration", "last_iteration", "last_token_time":
		x.last = w.number("last_token_iteration")
	default:
		w.skip()
	}
}

func (x *guideRow) fill(r *latency.Record) {
	r.Start = x.start
	start, _ := x.start.Get()
	since := func(t opt.Float) opt.Float {
		return t.Map(func(v float64) float64 { return max(v-start, 0) })
	}
	// Without a server's count the tool takes each iteration for a token.
	if r.Output.Server = x.counted; !x.counted.Ok() {
		r.Output.Client = x.output
	}
	r.Input.Server = x.input
	f := &r.Figures
	f.TTFT, f.FirstVisible, f.E2EL, f.End = since(x.first), since(x.visible), since(x.last), since(x.end)
	if !f.E2EL.Ok() {
		f.E2EL, f.LaterEnd = f.End, true
	}
}
