package importer

import (
	"bytes"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
)

// genai-perf's requests, profile_export.json: experiments, each a run, of
// requests with a time and a text for each response, in ns. Responses without
// text are dropped, as the tool does. It counts tokens by re-tokenising the
// texts; here they are the usage count, where a response carries one.
var genaiPerfRequestsFormat = requestsFormat(Format{
	Name: "genai-perf per-request records (JSON)",
	Recognise: func(h *Head) bool {
		return h.JSON().has("experiments") && (h.JSON().has("version") || h.JSON().has("service_kind") || !h.JSON().array && len(h.JSON().keys) <= 4)
	},
	convention: "genai-perf",
	source:     unnamedSource("genai-perf", "genai-perf"),
	requests:   readGenAIPerf,
	own: &ownSummary{
		beside: func(name string) string { return replaceEnd(name, ".json", "_genai_perf.json") },
		name:   twoWords,
	},
	manyRuns: true,
})

// maxResponse is the longest text of one response that is looked into.
const maxResponse = 1 << 20

type genaiRow struct {
	w, inner *walk
	clock    runClock
	start    int64
	started  bool
	stamps   []int64
	kinds    []genaiResponse
	gaps     []float64
}

type genaiResponse struct {
	text  bool
	usage opt.Float
	input opt.Float
	bad   bool // an error
}

func readGenAIPerf(in File, o *recorder) (err error) {
	w := newWalk(in.Reader)
	x := &genaiRow{w: w, inner: newWalk(eof{}), gaps: make([]float64, 0, 64)}
	row := 0
	parts, top := map[string]bool{}, map[string]bool{}
	experiment := func(name []byte) {
		switch string(name) {
		case "experiment":
			w.part(parts, "experiment")
			mode, value := "", opt.Float{}
			w.object("experiment", func(name []byte) {
				switch string(name) {
				case "mode":
					w.part(parts, "experiment.mode")
					mode = w.text("experiment.mode", 32)
				case "value":
					w.part(parts, "experiment.value")
					value = w.number("experiment.value")
				default:
					w.skip()
				}
			})
			if mode == "concurrency" {
				o.Concurrency = value
			}
		case "requests":
			w.part(parts, "requests")
			w.array("requests", func(int) {
				if err != nil {
					w.skip()
					return
				}
				row++
				err = x.request(o, row)
			})
		default:
			w.skip()
		}
	}
	w.object("", func(name []byte) {
		if string(name) != "experiments" || w.first() != '[' {
			w.skip()
			return
		}
		w.part(top, "experiments")
		w.array("experiments", func(int) {
			if err != nil {
				w.skip()
				return
			}
			if err = o.run(); err != nil {
				w.skip()
				return
			}
			x.clock = runClock{}
			clear(parts)
			w.object("experiments", experiment)
		})
	})
	w.end()
	if err == nil {
		err = w.located(row)
	}
	return err
}

func (x *genaiRow) request(o *recorder, row int) error {
	w := x.w
	w.row()
	o.rec = latency.Record{}
	x.started, x.stamps, x.kinds = false, x.stamps[:0], x.kinds[:0]
	w.object("", func(name []byte) {
		switch string(name) {
		case "timestamp":
			w.once(0, "timestamp")
			x.start, x.started = w.integer("timestamp")
		case "response_timestamps":
			w.once(1, "response_timestamps")
			w.array("response_timestamps", func(int) {
				t, ok := w.integer("response_timestamps")
				if !ok || len(x.stamps) >= maxChunks {
					w.refuse("response_timestamps", "holds something that is not a time", "")
					return
				}
				x.stamps = append(x.stamps, t)
			})
		case "response_outputs":
			w.once(2, "response_outputs")
			w.array("response_outputs", func(int) { x.output() })
		default:
			w.skip()
		}
	})
	if w.err != nil {
		return nil // reported at the end
	}
	if !x.started && !w.bad {
		w.refuse("", "is not a request of genai-perf", "no timestamp")
	}
	if len(x.kinds) != len(x.stamps) && !w.bad {
		w.refuse("response_outputs", "has another length than response_timestamps", "")
	}
	if w.bad {
		o.refuse(row, w.column, w.reason, w.detail)
		return nil
	}
	x.fill(&o.rec)
	return o.give(row)
}

// output reads one response: an object with a text, or the text itself.
func (x *genaiRow) output() {
	w := x.w
	var k genaiResponse
	look := func() {
		if w.first() != '"' {
			w.skip()
			return
		}
		k = x.look(w.bytes("response_outputs", maxResponse))
	}
	if w.first() == '{' {
		w.object("response_outputs", func(name []byte) {
			if string(name) == "response" {
				look()
			} else {
				w.skip()
			}
		})
	} else {
		look()
	}
	if len(x.kinds) < maxChunks {
		x.kinds = append(x.kinds, k)
	}
}

// look says what a response carries: server-sent events, or JSON.
func (x *genaiRow) look(text []byte) (k genaiResponse) {
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		line = bytes.TrimSpace(line)
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("data:")))
		if len(line) == 0 || line[0] != '{' {
			continue
		}
		w := x.inner
		w.reset(line)
		w.object("", func(name []byte) {
			switch string(name) {
			case "choices":
				w.array("choices", func(int) { x.choice(&k) })
			case "usage":
				w.object("usage", func(name []byte) {
					switch string(name) {
					case "completion_tokens":
						k.usage = w.number("usage.completion_tokens")
					case "prompt_tokens":
						k.input = w.number("usage.prompt_tokens")
					default:
						w.skip()
					}
				})
			case "error":
				k.bad = w.holds() || k.bad
			case "text_output", "generated_text", "text":
				k.text = w.holds() || k.text
			default:
				w.skip()
			}
		})
	}
	return k
}

func (x *genaiRow) choice(k *genaiResponse) {
	w := x.inner
	w.object("choices", func(name []byte) {
		switch string(name) {
		case "delta", "message":
			w.object("delta", func(name []byte) {
				switch string(name) {
				case "content", "reasoning_content", "reasoning", "tool_calls":
					k.text = w.holds() || k.text
				default:
					w.skip()
				}
			})
		case "text":
			k.text = w.holds() || k.text
		default:
			w.skip()
		}
	})
}

func (x *genaiRow) fill(r *latency.Record) {
	r.Start = x.clock.at(x.start)
	f := &r.Figures
	x.gaps = x.gaps[:0]
	before, chunks := int64(0), 0
	for i, k := range x.kinds {
		if k.bad {
			r.Outcome = latency.Failed
		}
		if k.usage.Ok() {
			r.Output.Server, r.Input.Server = k.usage, k.input
		}
		if !k.text {
			continue
		}
		t := x.stamps[i]
		if chunks++; chunks == 1 {
			f.TTFT = seconds(t - x.start)
			f.Gaps = x.gaps // none yet, which is known
		} else {
			x.gaps = append(x.gaps, float64(t-before)/1e9)
		}
		f.E2EL, before = seconds(t-x.start), t
	}
	if chunks > 1 {
		f.Gaps = x.gaps
	}
}

func seconds(ns int64) opt.Float { return opt.Of(float64(ns) / 1e9) }
