package importer

import (
	"fmt"
	"io"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// The requests of InferenceX's vLLM trace replay, detailed_results.csv, times
// in s on the clock of the day. ttlt ends with the stream, a little after the
// last token, so it is a later end. Where token_timestamps and tokens_per_chunk
// are there, they give the gaps; both are empty for a request that failed.
var traceReplayFormat = requestsFormat(Format{
	Name: "vLLM trace-replay records (CSV)",
	Recognise: func(h *Head) bool {
		return count(h.CSV(), traceReplayColumns...) >= 4 && count(h.CSV(), "ttlt", "output_tokens_actual") >= 1
	},
	convention: "vllm-trace-replay",
	source:     unnamedSource("vLLM trace replay", "InferenceX's vLLM trace replay"),
	requests:   readTraceReplay,
})

var (
	traceReplayColumns = []string{"request_start_time", "input_tokens", "output_tokens_actual", "ttft", "ttlt", "success"}
	traceReplayOther   = []string{
		"user_id", "request_idx", "trace_id", "timestamp", "request_type", "output_tokens_expected", "cache_hit_blocks", "cache_miss_blocks", "itl",
		"delay_expected", "delay_actual", "error_message", "theoretical_cache_hit_blocks", "prefill_complete_time", "request_complete_time",
		"token_timestamps", "tokens_per_chunk", "n_chunks", "sum_tokens_per_chunk", "max_tokens_per_chunk", "first_chunk_tokens", "first_token_ts", "last_token_ts",
	}
)

type replayRow struct {
	t    *table
	r    *row
	w    *walk
	gaps []float64
	lens []int32
}

func readTraceReplay(in File, o *recorder) (err error) {
	t, err := openTable(o.Format, in.Name, in.Reader, append(traceReplayColumns, traceReplayOther...), traceReplayColumns)
	if err != nil {
		return err
	}
	t.csv.max = maxLine
	o.begin()
	defer func() {
		o.Refused, o.RefusedOf = t.res.Refused, t.res.RefusedOf
		o.Warnings, o.WarningsOf = joinNotes(o.Warnings, o.WarningsOf, t.res.Warnings, t.res.WarningsOf)
	}()
	x := &replayRow{t: t, w: newWalk(eof{}), gaps: make([]float64, 0, 64), lens: make([]int32, 0, 64)}
	for {
		ok, err := t.next()
		if err != nil || !ok {
			return err
		}
		x.r = &row{t: t}
		o.rec = latency.Record{}
		x.fill(&o.rec)
		if x.r.bad {
			t.refuse(x.r.column, x.r.reason, x.r.detail)
			continue
		}
		// A user's requests are numbered by what they repeat, which may be sent anew.
		o.id = hashID([]byte(t.cell("user_id")), []byte(t.cell("request_idx")), []byte(t.cell("request_start_time")))
		if err := o.give(t.csv.row); err != nil {
			return err
		}
	}
}

func (x *replayRow) fill(rec *latency.Record) {
	r := x.r
	success := r.boolean("success", false)
	rec.Start = r.number("request_start_time", 0, notNegative)
	rec.Input.Server = r.whole("input_tokens", notNegative)
	rec.Requested = r.whole("output_tokens_expected", notNegative)
	f := &rec.Figures
	if !success {
		rec.Outcome = latency.Failed
		if end, ok := r.number("request_complete_time", 0, notNegative).Get(); ok {
			f.End = rec.Start.Map(func(start float64) float64 { return max(end-start, 0) })
		}
		return
	}
	rec.Output.Server = r.whole("output_tokens_actual", notNegative)
	f.E2EL, f.LaterEnd = r.number("ttlt", 0, notNegative), true
	streaming := x.t.cell("request_type") == "" || x.t.cell("request_type") == "streaming"
	if streaming {
		f.TTFT = r.number("ttft", 0, notNegative)
		if v, ok := r.number("itl", 0, notNegative).Positive(); ok {
			f.ITL = opt.Of(v) // 0 stands for none
		}
		x.chunks(f)
	}
}

// chunks reads the arrays, texts of JSON lists.
func (x *replayRow) chunks(f *latency.Figures) {
	times, tokens := x.t.cell("token_timestamps"), x.t.cell("tokens_per_chunk")
	if times == "" || times == "[]" {
		return
	}
	x.gaps = x.list("token_timestamps", times)
	for i := len(x.gaps) - 1; i > 0; i-- {
		x.gaps[i] -= x.gaps[i-1]
	}
	n := len(x.gaps)
	if n == 0 {
		return
	}
	if tokens != "" {
		x.lens = x.lens[:0]
		x.w.reset([]byte(tokens))
		x.w.array("tokens_per_chunk", func(int) {
			v, ok := x.w.integer("tokens_per_chunk")
			if !ok || v < 0 || v > latency.MaxTokens {
				x.w.refuse("tokens_per_chunk", "holds something that is not a number of tokens", "")
			}
			x.lens = append(x.lens, int32(v))
		})
		x.check("tokens_per_chunk")
		if len(x.lens) != n {
			x.r.refuse("tokens_per_chunk", "has another length than token_timestamps", fmt.Sprintf("%d against %d", len(x.lens), n))
		}
		f.ChunkTokens = x.lens
	}
	f.Gaps = x.gaps[1:]
}

func (x *replayRow) list(column, text string) []float64 {
	x.w.reset([]byte(text))
	out := x.w.numbers(column, x.gaps[:0], maxChunks)
	x.check(column)
	return out
}

func (x *replayRow) check(column string) {
	if x.w.err != nil {
		x.r.refuse(column, "is not a list of numbers", x.w.err.Error())
	} else if x.w.bad {
		x.r.refuse(column, x.w.reason, x.w.detail)
	}
}

// eof is an empty file.
type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }
