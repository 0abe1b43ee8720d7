package importer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// summary is what a benchmark client says of one run of its own: rates of the
// whole system and percentiles of latencies. The client knows the address that
// it asked, not the hardware behind it, so the rest must be given.
type summary struct {
	o     *objects
	r     *row
	given Given

	model, hardware, framework, precision, spec string
	workload, concurrency, recipe, measuredOn   string
	run                                         string
	disagg                                      bool
	gpus                                        opt.Float
	total, output, input                        opt.Float // tok/s of the whole system
	source                                      data.Source
	notes                                       []string // what makes a field unknown
	noTotal                                     string   // why there is no total
	warnings                                    []Note
	p                                           data.Point
}

func newSummary(o *objects, r *row, given Given) *summary { return &summary{o: o, r: r, given: given} }

// set sets a percentile; a time of 0 per token was not measured.
func (s *summary) set(k data.Kind, pct int, v opt.Float) {
	if _, ok := v.Positive(); ok {
		setPercentile(&s.p, k, pct, v)
	}
}

func (s *summary) warn(column, reason, detail string) {
	s.warnings = append(s.warnings, Note{Column: column, Reason: reason, Detail: detail})
}

// Lacking is a run that is no point for want of what may be given.
type Lacking struct {
	Row     int
	Known   data.Point // what is said or given of it, and its figures
	Missing []string   // fields of Given

	// ModelOpen: a model that is given takes the place of the file's own name.
	ModelOpen bool
}

// maxLacking bounds the runs listed as such in one file.
const maxLacking = 10_000

// reasonIncomplete is why a summary is refused that does not say enough.
const reasonIncomplete = "not enough for an operating point"

// finish makes a point, or refuses the run with the names of what is missing.
func (s *summary) finish(seen *PointSet) bool {
	names := newNamer(s.warn)
	fill := func(key, said string) string { return s.given.fill(key, said, s.warn) }
	model := s.model
	_, known := knownModel(model)
	if !known && s.given.text("model") != "" {
		model = s.given.text("model") // a path says less than the name that is given
	} else if model != "" {
		model = names.model("model", model)
	}
	p := &s.p
	p.Model = fill("model", model)
	p.Hardware = fill("hardware", s.hardware)
	p.Framework = fill("framework", s.framework)
	p.Precision = fill("precision", s.precision)
	p.SpecDecoding = fill("spec_decoding", s.spec)
	p.Workload = fill("workload", s.workload)
	p.MeasuredOn = fill("measured_on", s.measuredOn)
	p.Run = fill("run", s.run)
	p.Recipe = fill("recipe", s.recipe)
	p.Disagg = fill("disagg", boolText(s.disagg)) == "true"
	p.Official = s.given.text("official") == "true"
	s.o.res.UnofficialAssumed = s.o.res.UnofficialAssumed || s.given.text("official") == ""
	p.Source = s.source.ID
	if given := s.given.text("source"); given != "" {
		p.Source = given
	}
	concurrency := fill("concurrency", s.concurrency)
	gpus := ""
	if v, ok := s.gpus.Get(); ok {
		gpus = strconv.FormatFloat(v, 'f', -1, 64)
	}
	gpus = fill("gpus", gpus)

	var missing []string
	for _, f := range [...][2]string{
		{"model", p.Model}, {"hardware", p.Hardware}, {"framework", p.Framework}, {"precision", p.Precision},
		{"spec_decoding", p.SpecDecoding}, {"workload", p.Workload}, {"concurrency", concurrency}, {"gpus", gpus},
	} {
		if f[1] == "" {
			missing = append(missing, f[0])
		}
	}
	if _, ok := s.total.Positive(); !s.r.bad && !ok { // whatever is given
		s.r.refuse("", "no total throughput", s.noTotal)
	}
	lacks := !s.r.bad && len(missing) > 0
	if lacks {
		detail := "missing " + strings.Join(missing, ", ")
		if len(s.notes) > 0 {
			detail += " (" + strings.Join(s.notes, "; ") + ")"
		}
		s.r.refuse("", reasonIncomplete, detail+": give them in an "+SidecarName+" beside the file or with --set "+missing[0]+"=...")
	}
	n, err := strconv.Atoi(concurrency)
	if concurrency != "" && (err != nil || n < 1 || n > 1<<31-1) {
		s.r.refuse("concurrency", "is not a whole number above 0", quote(concurrency))
	}
	p.Concurrency = n
	count, err := strconv.Atoi(gpus)
	if gpus != "" && (err != nil || count < 1) {
		s.r.refuse("gpus", "is not a whole number above 0", quote(gpus))
	}
	if count > 0 {
		p.Values[data.GPUs] = opt.Of(float64(count))
	}
	if lacks && len(s.o.res.Lacking) < maxLacking {
		s.o.res.Lacking = append(s.o.res.Lacking, Lacking{s.o.json.rec.row, *p, missing, !known})
	}
	per := func(v opt.Float) opt.Float {
		if _, ok := v.Positive(); !ok || count < 1 {
			return opt.Float{}
		}
		return v.Map(func(v float64) float64 { return v / float64(count) })
	}
	p.Values[data.TputPerGPU], p.Values[data.OutputTputPerGPU], p.Values[data.InputTputPerGPU] = per(s.total), per(s.output), per(s.input)
	at := 50
	if p.Workload == agenticWorkload {
		at = 90
	}
	p.Values[data.TPOT] = percentile(p, data.ITL, at)
	sortNotes(s.warnings)
	if !keep(s.o, seen, s.r, *p, s.warnings) {
		return false
	}
	if p.Source == s.source.ID {
		s.o.res.unnamed(s.source)
	}
	return true
}

// reasonOtherTotal: throughput is taken as the tool gives it.
const reasonOtherTotal = "differs from tokens over duration by more than 1%, the printed one is used"

// near reports whether two rates agree to 1%.
func near(a, b float64) bool { return a >= b*0.99 && a <= b*1.01 }

func boolText(b bool) string {
	if b {
		return "true"
	}
	return ""
}

// sortNotes orders notes that come from ranging over a map.
func sortNotes(notes []Note) {
	slices.SortStableFunc(notes, func(a, b Note) int { return strings.Compare(a.Column+a.Reason, b.Column+b.Reason) })
}
