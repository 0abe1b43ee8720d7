package importer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// The requests of vLLM's benchmark client and its forks (--save-detailed) and
// of SGLang's (--output-details): arrays beside the summary, one entry per
// request in all of them, failed requests included, times in s. A failed one
// has an error, or neither output nor a first token. The arrays come column by
// column, so a run's are held until all of them are there.

var vllmDetailedFormat = requestsFormat(Format{
	Name:       "vLLM bench serve with details (JSON)",
	Recognise:  func(h *Head) bool { return isVLLMBench(h.JSON()) && hasDetails(h.JSON()) },
	convention: "vllm",
	records:    true,
	requests:   func(in File, o *recorder) error { return readServingRequests(in, o, vllmDetails) },
	manyRuns:   true,
	source:     vllmBenchSource,
	summary:    vllmBenchFormat.Read,
})

var sglangDetailedFormat = requestsFormat(Format{
	Name:       "SGLang bench_serving with details (JSONL)",
	Recognise:  func(h *Head) bool { return isSGLangBench(h.JSON()) && hasDetails(h.JSON()) },
	convention: "sglang-oai",
	records:    true,
	requests:   func(in File, o *recorder) error { return readServingRequests(in, o, sglangDetails) },
	manyRuns:   true,
	source:     sglangBenchSource,
	summary:    sglangBenchFormat.Read,
})

// hasDetails reports whether the arrays of requests are there, as far as the
// beginning of a file shows: input_lens may fill all of it.
func hasDetails(s *shape) bool {
	return s.has("input_lens") && (s.has("ttfts") || !s.has("itls") && !s.has("errors") && !s.has("generated_texts"))
}

// maxHeldGaps is how many gaps of one run are held, 256 MB; the requests beyond
// keep their sum, so that no figure but the rhythm is lost.
const maxHeldGaps = 1 << 25

// maxServed bounds the requests of one run, whose columns are held: a bundle holds no more.
const maxServed = 16 << 20

// details is one run as it comes.
type details struct {
	w     *walk
	names map[string]bool   // fields that were there
	texts map[string]string // those that describe the run
	nums  map[string]float64

	columns map[string][]float64 // NaN is what is absent: a walk gives none
	failed  []bool
	gaps    []float64
	ends    []int     // of each request in gaps, -1: not held
	sums    []float64 // of each request's gaps
	dropped int
	row     int

	unsound []uint8 // of each request, as far as one is: 1 + which of the faults it has first
	faults  []fault
}

// fault is why requests are not sound; the detail is the first one's.
type fault struct {
	first                  int
	column, reason, detail string
}

// detailColumns are the numeric arrays that are read.
var detailColumns = map[string]bool{"input_lens": true, "output_lens": true, "ttfts": true, "start_times": true, "latencies": true, "e2els": true}

func readServingRequests(in File, o *recorder, describe func(*details, *recorder)) error {
	w := newWalk(in.Reader)
	for before := 0; ; {
		if _, more := w.j.space(); !more {
			return ignoreEOF(w.j.ended)
		}
		row := w.j.line
		w.row()
		d := &details{w: w, row: row, names: map[string]bool{}, texts: map[string]string{}, nums: map[string]float64{}, columns: map[string][]float64{}}
		w.object("", d.field)
		if w.err != nil {
			return w.located(row)
		}
		if err := o.run(); err != nil {
			return err
		}
		o.Row = row
		if !w.bad {
			d.check()
		}
		if w.bad {
			o.refuse(row, w.column, w.reason, w.detail)
			continue
		}
		describe(d, o)
		if err := d.give(o, before); err != nil {
			return err
		}
		before += len(d.columns["output_lens"])
	}
}

func (d *details) field(name []byte) {
	w, key := d.w, string(name)
	switch c := w.first(); {
	case detailColumns[key] && c == '[':
		d.once(key)
		values := []float64{}
		w.array(key, func(i int) {
			if i >= maxServed {
				w.refuse(key, "more requests than one run can have", "")
				w.skip()
				return
			}
			v := math.NaN()
			d.entry(i, func() {
				if x, ok := w.number(key).Get(); ok {
					v = x
				}
			})
			values = append(values, v)
		})
		d.columns[key] = values
	case key == "itls" && c == '[':
		d.once(key)
		d.ends = []int{}
		w.array(key, func(i int) {
			if i >= maxServed {
				w.refuse(key, "more requests than one run can have", "")
				w.skip()
				return
			}
			d.entry(i, d.request)
		})
	case key == "errors" && c == '[':
		d.once(key)
		d.failed = []bool{}
		w.array(key, func(int) {
			if failed := w.holds(); len(d.failed) < maxServed {
				d.failed = append(d.failed, failed)
			}
		})
	case c == '"' && len(d.texts) < 64:
		d.once(key)
		d.texts[key] = w.text(key, maxText)
	case (c == '-' || c >= '0' && c <= '9') && len(d.nums) < maxFigures:
		d.once(key)
		if v, ok := w.number(key).Get(); ok {
			d.nums[key] = v
		}
	default:
		w.skip()
	}
}

// once refuses the run where a field that is read was there before.
func (d *details) once(key string) {
	if d.names[key] {
		d.w.refuse(key, twice, "")
	}
	d.names[key] = true
}

// entry reads what an array has of request i. What is wrong there is the request's fault, not
// the run's.
func (d *details) entry(i int, read func()) {
	w := d.w
	if w.bad { // the run is refused already
		read()
		return
	}
	if read(); !w.bad {
		return
	}
	f := fault{i, w.column, w.reason, w.detail}
	w.bad, w.column, w.reason, w.detail = false, "", "", ""
	of := slices.IndexFunc(d.faults, func(g fault) bool { return g.column == f.column && g.reason == f.reason })
	if of < 0 {
		of = len(d.faults) // as many as there are arrays and kinds of faults: few
		d.faults = append(d.faults, f)
	}
	if short := i + 1 - len(d.unsound); short > 0 {
		d.unsound = append(d.unsound, make([]uint8, short)...)
	}
	if d.unsound[i] == 0 {
		d.unsound[i] = uint8(of + 1)
	}
}

// request reads the gaps of one request.
func (d *details) request() {
	w := d.w
	if w.first() == 'n' { // null: no gaps are known
		w.skip()
		d.ends, d.sums = append(d.ends, -1), append(d.sums, 0)
		return
	}
	from, total := len(d.gaps), 0.0
	held := true
	w.array("itls", func(int) {
		v, ok := w.number("itls").Get()
		if !ok {
			w.refuse("itls", "holds something that is not a number", "")
			return
		}
		total += v
		if held = held && len(d.gaps) < maxHeldGaps; held {
			d.gaps = append(d.gaps, v)
		}
	})
	end := len(d.gaps)
	if !held {
		d.gaps, end = d.gaps[:from], -1
		d.dropped++
	}
	d.ends, d.sums = append(d.ends, end), append(d.sums, total)
}

// check compares the arrays' lengths.
func (d *details) check() {
	n := len(d.columns["output_lens"])
	for _, need := range []string{"output_lens", "ttfts"} {
		if d.columns[need] == nil {
			d.w.refuse(need, "is missing", "the file has no details of its requests")
		}
	}
	lengths := map[string]int{}
	for k, v := range d.columns {
		lengths[k] = len(v)
	}
	if d.ends != nil {
		lengths["itls"] = len(d.ends)
	}
	if d.failed != nil {
		lengths["errors"] = len(d.failed)
	}
	for _, k := range []string{"input_lens", "ttfts", "itls", "errors", "start_times", "latencies", "e2els"} {
		if m, ok := lengths[k]; ok && m != n {
			d.w.refuse(k, "has another length than output_lens", fmt.Sprintf("%d against %d", m, n))
		}
	}
}

func (d *details) at(column string, i int) opt.Float {
	if c := d.columns[column]; c != nil {
		return opt.Of(c[i])
	}
	return opt.Float{}
}

// give hands on the requests of a run, whose rows are numbered on behind those of the runs
// before: all of a run are on one line.
func (d *details) give(o *recorder, before int) error {
	perToken := o.Convention == "sglang"
	var lens []int32
	from := 0
	for i := range d.columns["output_lens"] {
		o.rec = latency.Record{}
		r := &o.rec
		r.Start = d.at("start_times", i)
		r.Input.Client = d.at("input_lens", i) // of the data set
		r.Output.Server = d.at("output_lens", i)
		f := &r.Figures
		f.TTFT = d.at("ttfts", i)
		if f.E2EL = d.at("latencies", i); !f.E2EL.Ok() {
			f.E2EL = d.at("e2els", i)
		}
		// In a file without errors a failed request has nothing at all.
		_, some := r.Output.Server.Positive()
		_, first := f.TTFT.Positive()
		if d.failed != nil && d.failed[i] || d.failed == nil && !some && !first {
			r.Outcome = latency.Failed
		}
		if d.ends != nil {
			if end := d.ends[i]; end >= 0 {
				f.Gaps, from = d.gaps[from:end:end], end
				if perToken {
					lens = firstHolds(r, lens)
				}
			} else if first && !f.E2EL.Ok() {
				f.E2EL = f.TTFT.Map(func(t float64) float64 { return t + d.sums[i] })
			}
		}
		if i < len(d.unsound) && d.unsound[i] > 0 {
			d.refuse(o, before+i+1, i)
			continue
		}
		if r.Outcome != latency.OK {
			f.Gaps, f.ChunkTokens, f.TTFT = nil, nil, opt.Float{}
		}
		if err := o.give(before + i + 1); err != nil {
			return err
		}
	}
	if d.dropped > 0 {
		o.warn(d.row, "itls", "more gaps than are held at once", fmt.Sprintf("%d requests keep only the sum of theirs", d.dropped))
	}
	return nil
}

// refuse notes request i, which is not sound.
func (d *details) refuse(o *recorder, row, i int) {
	f := d.faults[d.unsound[i]-1]
	if f.first != i {
		f.detail = ""
	}
	o.refuse(row, f.column, f.reason, f.detail)
}

// firstHolds says how many tokens came in each chunk where the tool spread every
// gap over its chunk's tokens: one each, and the rest of the output in the first.
func firstHolds(r *latency.Record, lens []int32) []int32 {
	n, ok := r.Output.Server.Get()
	first := n - float64(len(r.Figures.Gaps))
	if !ok || !(first >= 1) || first > latency.MaxTokens {
		return lens
	}
	for len(lens) <= len(r.Figures.Gaps) {
		lens = append(lens, 1)
	}
	lens[0] = int32(first)
	r.Figures.ChunkTokens = lens[:len(r.Figures.Gaps)+1]
	return lens
}

// describeServing fills what both clients say of their run.
func describeServing(d *details, o *recorder) {
	o.Printed = d.nums
	o.Duration = positiveOrAbsent(d.nums["duration"])
	o.Concurrency = positiveOrAbsent(d.nums["max_concurrency"])
	o.MeasuredOn = day(d.texts["date"])
	o.Backend = d.texts["backend"]
}

func vllmDetails(d *details, o *recorder) {
	describeServing(d, o)
	o.Model = d.texts["model_id"]
	if _, ok := d.nums["user_throughput"]; ok { // of TensorRT-LLM's fork alone
		o.Convention = "tensorrt-llm"
	}
}

func sglangDetails(d *details, o *recorder) {
	describeServing(d, o)
	o.Model = d.texts["model_id"]
	if b := o.Backend; b == "sglang" || b == "sglang-native" || b == "sglang-embedding" {
		o.Convention = "sglang"
		o.warn(d.row, "itls", "each gap was spread over its chunk's tokens by the tool, so chunks cannot be told apart", "")
	}
	o.Workload = randomWorkload(d.nums, d.texts)
}

// randomWorkload is the workload of random prompts of one length.
func randomWorkload(nums map[string]float64, texts map[string]string) string {
	isl, osl := nums["random_input_len"], nums["random_output_len"]
	ratio, ok := nums["random_range_ratio"]
	if strings.HasPrefix(texts["dataset_name"], "random") && ok && ratio == 1 && isl >= 1 && osl >= 1 && isl <= 1<<30 && osl <= 1<<30 {
		return fmt.Sprintf("%d/%d", int64(isl), int64(osl))
	}
	return ""
}
