package ingest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
)

// A run lies over Explore as an operating point when it is said what served it.
// A form asks for what the file does not say; the point is the one that
// `isofront pack --set` makes of the same file and the same words.

// asked is one field of the form, under importer.Given's name for it.
type asked struct{ key, label, example, choices string }

var askedFields = []asked{
	{"model", "Model", "Kimi-K2.5", ""}, // the page has the choices
	{"workload", "Workload", "8192/1024", "agentic 1024/1024 1024/8192 8192/1024"},
	{"hardware", "Hardware", "h200", "h100 h200 b200 b300 gb200 gb300 mi300x mi325x mi355x"},
	{"framework", "Framework", "vllm", "vllm sglang trt dynamo-vllm dynamo-sglang dynamo-trt"},
	{"precision", "Precision", "fp8", "bf16 fp8 fp4"},
	{"spec_decoding", "Speculative decoding", "none", "none mtp eagle"},
	{"gpus", "GPUs in all", "8", ""},
	{"concurrency", "Concurrency", "16", ""},
	{"recipe", "Parallelism (optional)", "TP8", ""},
}

// known is a run's point as far as its file goes, and whether another model may
// be given than the one that the file names. why says why nothing that is given
// makes it a point.
func (c *collected) known(s *latency.Summary) (p data.Point, open bool, why string) {
	res, err := c.trace.Point(s, importer.Given{})
	switch {
	case err != nil:
		return p, false, plain(c.trace.File, err)
	case len(res.Points) > 0:
		return res.Points[0], false, ""
	case len(res.Lacking) > 0:
		l := &res.Lacking[0]
		return l.Known, l.ModelOpen, ""
	}
	return p, false, refusal(res)
}

func refusal(res *importer.Result) string {
	if len(res.Refused) == 0 {
		return "nothing in it can be used"
	}
	n := res.Refused[0]
	n.File = ""
	n.Row = 0
	return strings.TrimPrefix(n.String(), ": ")
}

// form asks for what the file does not say.
func (c *collected) form(s *latency.Summary) string {
	var b strings.Builder
	w := func(parts ...string) {
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	w(`<section class="card" aria-labelledby="lay-title"><h2 id="lay-title">Lay this run over Explore</h2>`)
	p, open, why := c.known(s)
	if why != "" {
		w(`<p class="help">Not possible: `, text(why), `.</p></section>`)
		return b.String()
	}
	said := map[string]string{"model": p.Model, "workload": p.Workload, "hardware": p.Hardware, "framework": p.Framework, "precision": p.Precision,
		"spec_decoding": p.SpecDecoding, "gpus": formatCount(p.Value(data.GPUs)), "recipe": p.Recipe}
	if p.Concurrency > 0 {
		said["concurrency"] = strconv.Itoa(p.Concurrency)
	}
	w(`<p class="help">As one operating point, unofficial, beside the published ones. A benchmark client does not know what served it: say here what the file does not. It stays on this page.</p><form id="lay"><div class="small-fields">`)
	for _, f := range askedFields {
		value, attributes, note := said[f.key], "", ""
		switch {
		case value != "" && (f.key != "model" || !open):
			attributes, note = " readonly", "from the file"
		case f.key == "workload":
			note = "agentic, or tokens in/out"
			if value = fixedWorkload(s); value != "" {
				note = "from the requests’ lengths"
			}
		case f.key == "concurrency":
			if n := formatCount(s.Concurrency.InFlightPeak); n != "" {
				note = "at most " + n + " were in hand at once"
			}
		}
		id := "lay-" + f.key
		if f.choices != "" || f.key == "model" {
			attributes += ` list="` + id + `-list"`
		}
		w(`<div class="field"><label for="`, id, `">`, f.label, `</label><input id="`, id, `" name="`, f.key, `" type="text" autocomplete="off" spellcheck="false" maxlength="120" placeholder="such as `, f.example,
			`" value="`, text(value), `" aria-describedby="`, id, `-note"`, attributes, `><p class="note" id="`, id, `-note"></p>`)
		if note != "" {
			w(`<p class="help">`, note, `</p>`)
		}
		if f.choices != "" || f.key == "model" {
			w(`<datalist id="`, id, `-list">`)
			for _, choice := range strings.Fields(f.choices) {
				w(`<option value="`, choice, `">`)
			}
			w(`</datalist>`)
		}
		w(`</div>`)
	}
	attributes := ""
	if p.Disagg {
		attributes = " checked disabled"
	}
	w(`</div><label class="with-dropped"><input type="checkbox" name="disagg" value="true"`, attributes, `> disaggregated: prefill and decode on separate GPUs</label>`,
		`<p><button>Lay over Explore</button></p><p class="note" id="lay-problem" role="alert"></p></form></section>`)
	return b.String()
}

func formatCount(v opt.Float) string {
	if n, ok := v.Positive(); ok {
		return render.FormatTarget(n)
	}
	return ""
}

// fixedWorkload is the workload of requests that are all of one length.
func fixedWorkload(s *latency.Summary) string {
	length := func(t latency.Times) string {
		low, ok := t.At(0).Positive()
		if high, _ := t.Max().Get(); !ok || low != high || t.N() < s.Used {
			return ""
		}
		return render.FormatTarget(low)
	}
	in, out := length(s.ISL), length(s.OSL)
	if in == "" || out == "" {
		return ""
	}
	return in + "/" + out
}

// point lays a run over Explore: settings are lines of key=value, as --set takes
// them. The reply holds the bundle, or what is wrong with which field.
func (m *module) point(i int, settings string) *Reply {
	c := m.run(i)
	if c == nil {
		return refused("", "the file is gone: drop it again")
	}
	out := refused(c.reply.Report.File, "")
	var lines []string
	for _, line := range strings.Split(settings, "\n") {
		if key, _, _ := strings.Cut(line, "="); key != "" {
			lines = append(lines, line)
			if _, err := importer.ParseGiven("", []string{line}); err != nil {
				out.Faults = append(out.Faults, Fault{key, sentence(strings.TrimPrefix(err.Error(), ": "+key+": "))})
			}
		}
	}
	if len(out.Faults) > 0 {
		return out
	}
	given, err := importer.ParseGiven("the form", lines)
	if err != nil {
		out.Problem = impossible(plain(out.File, err))
		return out
	}
	res, err := c.trace.Point(c.Summary(), given)
	switch {
	case err != nil:
		out.Problem = impossible(plain(out.File, err))
	case len(res.Lacking) > 0:
		for _, key := range res.Lacking[0].Missing {
			out.Faults = append(out.Faults, Fault{key, "Needed: the file does not say it."})
		}
	case len(res.Points) == 0:
		out.Problem = impossible(refusal(res))
	default:
		out = pointsReply(out.File, c.trace.Format, []*importer.Result{res})
		p := &res.Points[0]
		key := p.Key()
		key.Official = true // unofficial is said by the badge
		out.Laid = out.File + ": " + key.Name() + ", concurrency " + strconv.Itoa(p.Concurrency)
		if p.Recipe != "" {
			out.Laid += ", " + p.Recipe
		}
		for i := range out.Bundles { // this run's requests are what the point was formed from
			b := &out.Bundles[i]
			b.Recorded = b.Series
		}
	}
	return out
}

func impossible(why string) string { return "No operating point can be formed: " + why + "." }

// recorded names the series of a packed file whose every point has its requests
// among the packed ones that were read, as they are called when laid over.
func recorded(b *data.Bundle, sets map[data.RequestRun]bool) (out []string) {
	lacks := map[string]bool{} // official and unofficial points become one series
	for _, run := range b.Series() {
		run.Key.Official = false
		name := run.Key.Name()
		for i := run.Lo; i < run.Hi && !lacks[name]; i++ {
			p := b.Point(i)
			lacks[name] = !sets[data.RunOf(&p)]
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return slices.DeleteFunc(out, func(name string) bool { return lacks[name] })
}
