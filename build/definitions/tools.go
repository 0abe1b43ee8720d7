package definitions

import (
	"fmt"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/wire"
)

// Tool is one tool's convention, and what it prints as ITL for the example.
type Tool struct {
	Name, Source, Differs string
	TTFT, ITL, E2EL       string // what it prints for the example, in ms, with its own names
}

// Example is the request that every tool is asked about: the role at 10 ms, then
// three chunks that carry 1, 3 and 3 tokens, and a trailing usage chunk.
var example = latency.Record{
	Start: opt.Of(0),
	Chunks: []latency.Chunk{
		{At: 0.01, Kind: latency.RoleOnly},
		{At: 0.5, Kind: latency.Content, Tokens: opt.Of(1)},
		{At: 0.8, Kind: latency.Content, Tokens: opt.Of(3)},
		{At: 1.1, Kind: latency.Content, Tokens: opt.Of(3)},
		{At: 1.15, Kind: latency.UsageOnly},
	},
	Output: latency.Count{Server: opt.Of(7)}, Input: latency.Count{Server: opt.Of(100)},
}

// Tools forms the table from the conventions that core computes with.
func Tools() ([]Tool, error) {
	var out []Tool
	for _, c := range latency.Conventions() {
		b := c.Book(latency.Options{Duration: opt.Of(2)})
		if err := b.Add(&example); err != nil {
			return nil, fmt.Errorf("definitions: %s: %w", c.Name, err)
		}
		t := Tool{Name: c.Tool, Source: c.Source, Differs: strings.ToUpper(c.Differs[:1]) + c.Differs[1:]}
		for _, f := range requests.Beside(c.Name, &wire.RequestMetrics{}, requests.Figures(b)) {
			name, median := strings.CutSuffix(f.Name, " p50")
			to := map[string]*string{"TTFT": &t.TTFT, "ITL": &t.ITL, "E2EL": &t.E2EL}[name]
			if !median || to == nil {
				continue
			}
			v := f.Theirs
			if f.Unit == "s" {
				v *= 1000
			}
			if *to != "" {
				*to += " "
			}
			*to += milliseconds(v) + " `" + f.As + "`"
		}
		out = append(out, t)
	}
	return out, nil
}

// ours is the example by the definitions here.
func ours() (ttft, itl, e2el string, err error) {
	m, err := latency.Measure(&example)
	if err != nil {
		return "", "", "", err
	}
	ms := func(v opt.Float) string {
		x, _ := v.Get()
		return milliseconds(1000 * x)
	}
	return ms(m.TTFT), ms(m.ITL), ms(m.E2EL), nil
}

func milliseconds(v float64) string {
	s := render.Significant(v, 4)
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}
