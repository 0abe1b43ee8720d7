package latency

import (
	"math"

	"github.com/isofront/isofront/core/latency/formula"
	"github.com/isofront/isofront/core/opt"
)

// plain forms the metrics of a record of nothing but figures in which all is well,
// as most of a large run are: form does the same, for any record, by way of a
// stream. false: it did nothing.
func (m *Metrics) plain(r *Record, seen *stream) bool {
	f := &r.Figures
	if len(r.Chunks) > 0 || f.Gaps != nil || f.ChunkTokens != nil {
		return false
	}
	output, counted := r.Output.Server.Get()
	clientOutput, other := r.Output.Client.Get()
	reasoning, _ := r.Reasoning.Get()
	if !counted {
		output = clientOutput
	}
	if !counted && !other || output < 1 || !whole(output) || !whole(clientOutput) || reasoning > output || !whole(reasoning) {
		return false
	}
	input, known := r.Input.Server.Get()
	clientInput, otherInput := r.Input.Client.Get()
	if !whole(input) || !whole(clientInput) {
		return false
	}
	start, _ := r.Start.Get()
	first, streamed := f.TTFT.Get()
	last, ended := f.E2EL.Get()
	visible, shown := f.FirstVisible.Get()
	if math.Abs(start) > maxStart || !possible(f.ITL) || !possible(f.End) || !possible(f.SecondGap) ||
		!streamed || first <= 0 || !ended || last < first || last > MaxSeconds || shown && (visible < first || visible > last) {
		return false
	}
	m.TTFT, m.FirstVisible, m.E2EL = f.TTFT, f.FirstVisible, f.E2EL
	m.OSL, m.ISL, m.Visible = r.Output.Server, r.Input.Server, opt.Of(output-reasoning)
	if !counted {
		m.OSL, m.Flags = r.Output.Client, ClientOutput
	}
	if !known {
		m.ISL = r.Input.Client
		m.flag(ClientInput, otherInput)
	}
	m.flag(LaterEnd, f.LaterEnd)
	own, said := f.ITL.Get()
	if output >= 2 {
		itl := (last - first) / (output - 1)
		m.ITL = opt.Of(itl)
		m.flag(ITLDisagrees, said && math.Abs(own-itl) > float64(0.01*itl)+1e-9)
		m.flag(OneMoment, itl == 0)
	}
	m.Split = formula.SplitOf(f.TTFT, f.E2EL, m.OSL)
	*seen = stream{first: f.TTFT, visible: f.FirstVisible, last: f.E2EL}
	return true
}
