package importer

import (
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
)

// publishedAt is where published rows keep their metrics.
var publishedAt = metricsAt{prefix: "metrics."}

// measurementPaths are the fields of a published row beside its configuration.
var measurementPaths = append([]string{
	"benchmark_type", "isl", "osl", "conc", "date", "offload_mode", "error",
}, publishedAt.paths()...)

// The rows that the InferenceX API answers with: a JSON array.
var inferenceXRowsFormat = Format{
	Name: "InferenceX API rows",
	Recognise: func(h *Head) bool {
		s := h.JSON()
		return s != nil && s.array && s.has("hardware", "framework", "metrics") && (s.has("conc") || s.has("spec_method")) && !s.has("config_id")
	},
	Read:    readInferenceXRows,
	records: true,
}

func readInferenceXRows(in File) (*Result, error) {
	o := openObjects("InferenceX API rows", in.Name, in.Reader, append(append([]string{"run_url"}, configPaths...), measurementPaths...))
	names := newNamer(o.warn)
	b := published{o: o, seen: NewPointSet()}
	for {
		ok, err := o.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return b.finish(), nil
		}
		r := &row{t: o}
		c := readConfig(r, names)
		b.add(r, c, r.text("run_url", false))
	}
}

// published collects the points of published rows.
type published struct {
	o    *objects
	seen *PointSet
}

func (b *published) finish() *Result {
	if len(b.o.res.Points) > 0 {
		b.o.res.Sources = []data.Source{inferenceXSource}
	}
	return b.o.res
}

// add turns the row that b.o stands on into a point of configuration c.
func (b *published) add(r *row, c ixConfig, run string) {
	if b.o.cell("error") != "" {
		b.o.refuse("error", "the run failed", quote(b.o.cell("error")))
		return
	}
	p := data.Point{
		Model: c.model, Hardware: c.hardware, Framework: c.framework, Precision: c.precision, SpecDecoding: c.spec,
		Disagg: c.disagg, Official: true, Run: run, Source: inferenceXSource.ID,
	}
	if p.MeasuredOn = b.o.intern(day(b.o.cell("date"))); p.MeasuredOn == "" {
		r.refuse("date", "is not a date (YYYY-MM-DD)", quote(b.o.cell("date")))
	}
	var ok bool
	if p.Concurrency, ok = r.count("conc"); !ok || p.Concurrency == 0 {
		r.refuse("conc", "is empty or zero", "")
	}
	p.Workload = publishedWorkload(r)
	warnings := publishedAt.readMetrics(r, &p, &c)
	p.Recipe = c.recipe()
	if p.Workload == agenticWorkload {
		mode := r.text("offload_mode", false)
		if mode == "" {
			mode = r.text(publishedAt.prefix+"offload_mode", false)
		}
		p.Recipe += offloadText(mode, "")
	}
	keep(b.o, b.seen, r, p, warnings)
}

// publishedWorkload is the token counts, or agentic.
func publishedWorkload(r *row) string {
	kind := r.t.cell("benchmark_type")
	lengths := r.t.cell("isl") != "" || r.t.cell("osl") != ""
	switch {
	case strings.HasPrefix(kind, agenticWorkload), kind == "" && !lengths:
		return agenticWorkload
	case kind != "" && kind != "single_turn":
		r.refuse("benchmark_type", "is of no known kind", quote(kind))
	}
	return readWorkloadOf(r, "isl", "osl")
}

// keep adds a point to the result of o, or refuses its row.
func keep(o *objects, seen *PointSet, r *row, p data.Point, warnings []Note) bool {
	r.soundPoint(&p)
	if why := implausible(&p); !r.bad && why != "" {
		r.refuse("", reasonUnits, why)
	}
	if r.bad {
		o.refuse(r.column, r.reason, r.detail)
		return false
	}
	if at := seen.Find(o.res.Points, &p); at >= 0 {
		o.refuse("", ReasonDuplicate, "the same as row "+strconv.Itoa(o.res.PointRows[at]))
		return false
	}
	for _, w := range warnings {
		o.warn(w.Column, w.Reason, w.Detail)
	}
	if !hasSpeed(&p) {
		o.warn("", reasonNoSpeed, "")
	}
	internPoint(o, &p)
	o.res.keep(p, o.json.rec.row)
	return true
}
