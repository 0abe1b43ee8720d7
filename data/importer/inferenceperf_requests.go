package importer

import (
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// inference-perf's requests, per_request_lifecycle_metrics.json: an array,
// times in s on a steady clock. Every token of a chunk has the chunk's time, so
// tokens of one time are one chunk. Output tokens are counted by the client.
var inferencePerfRequestsFormat = requestsFormat(Format{
	Name: "inference-perf per-request records (JSON)",
	Recognise: func(h *Head) bool {
		return h.JSON().has("start_time", "end_time", "request") || h.JSON().has("start_time", "end_time", "info")
	},
	convention: "inference-perf",
	records:    true,
	source:     inferencePerfSource,
	requests:   readInferencePerfRequests,
	own: &ownSummary{
		read: inferencePerfFormat.Read,
		beside: func(name string) string {
			return replaceEnd(name, "per_request_lifecycle_metrics.json", "summary_lifecycle_metrics.json")
		},
		name: func(path string) string {
			if path == "failures.count" {
				return path
			}
			name, _ := strings.CutPrefix(path, "successes.")
			if name == path {
				return ""
			}
			return name
		},
	},
})

type inferencePerfRow struct {
	w     *walk
	rec   *latency.Record
	times []float64
	lens  []int32
	start opt.Float
	end   opt.Float
	has   bool
}

func readInferencePerfRequests(in File, o *recorder) error {
	w := newWalk(in.Reader)
	x := &inferencePerfRow{w: w, rec: &o.rec, times: make([]float64, 0, 64), lens: make([]int32, 0, 64)}
	return jsonObjects(w, o, func(int) bool {
		x.start, x.end, x.has, x.times, x.lens = opt.Float{}, opt.Float{}, false, x.times[:0], x.lens[:0]
		w.object("", x.field)
		if !x.start.Ok() || !x.has && x.rec.Outcome == latency.OK {
			w.refuse("", "is not a record of inference-perf", "no start_time or info")
		}
		x.fill()
		return true
	})
}

func (x *inferencePerfRow) field(name []byte) {
	w := x.w
	switch string(name) {
	case "start_time":
		w.once(0, "start_time")
		x.start = w.number("start_time")
	case "end_time":
		w.once(1, "end_time")
		x.end = w.number("end_time")
	case "error":
		w.once(3, "error")
		if w.holds() {
			x.rec.Outcome = latency.Failed
		}
	case "info":
		w.once(2, "info")
		x.has = w.object("info", func(name []byte) {
			switch string(name) {
			case "input_tokens":
				w.once(4, "info.input_tokens")
				x.rec.Input.Client = w.number("info.input_tokens")
			case "output_tokens":
				w.once(5, "info.output_tokens")
				x.rec.Output.Client = w.number("info.output_tokens")
			case "output_token_times":
				w.once(6, "info.output_token_times")
				x.times = w.numbers("info.output_token_times", x.times[:0], maxChunks)
			default:
				w.skip()
			}
		})
	default:
		w.skip() // request and response are texts of any length
	}
}

func (x *inferencePerfRow) fill() {
	r, f := x.rec, &x.rec.Figures
	r.Start = x.start
	start, _ := x.start.Get()
	f.End = x.end.Map(func(end float64) float64 { return end - start })
	if r.Outcome != latency.OK {
		return
	}
	if len(x.times) == 0 { // not streamed: nothing but the end is known
		f.E2EL, f.LaterEnd = f.End, true
		return
	}
	f.TTFT = opt.Of(x.times[0] - start)
	f.E2EL = opt.Of(x.times[len(x.times)-1] - start)
	gaps, before := x.times[:0], x.times[0]
	x.lens = append(x.lens, 1)
	for _, t := range x.times[1:] { // gaps is written behind what is read
		if t == before {
			x.lens[len(x.lens)-1]++
			continue
		}
		gaps, before = append(gaps, t-before), t
		x.lens = append(x.lens, 1)
	}
	f.Gaps, f.ChunkTokens = gaps, x.lens
}
