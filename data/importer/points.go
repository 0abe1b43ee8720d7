package importer

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// Operating points as CSV, one row per benchmark run at one concurrency,
// header by name in any order.
var operatingPointsFormat = Format{
	Name: "operating points (CSV)",
	Recognise: func(h *Head) bool {
		names := h.CSV()
		// Lenient, so that a file with a column missing is told which one
		// it is rather than that it is not known.
		// What it lacks may also be given.
		return count(names, measuredColumns...) >= 1 && count(names, identityColumns...) >= 3 || names["tput_per_gpu"] && count(names, speedColumns...) >= 1
	},
	Read: func(in File) (*Result, error) { return readOperatingPoints(in.Name, in.Reader, in.Given) },
}

var (
	identityColumns = []string{"model", "hardware", "framework", "precision", "spec_decoding", "concurrency"}
	measuredColumns = append([]string{"tput_per_gpu", "concurrency"}, speedColumns...)
	speedColumns    = append([]string{"interactivity", "tpot_ms"}, percentileColumns(data.ITL)...)

	pointColumns = append([]string{
		"model", "hardware", "framework", "precision", "spec_decoding", "disagg", "official",
		"workload", "isl", "osl", "recipe", "concurrency", "measured_on", "run", "source",
	}, metricColumns()...)

	pointRequired = append(identityColumns, "tput_per_gpu")
)

// csvMetric returns the CSV column of a metric and the power of ten from its
// unit to ours: the field writes TPOT in milliseconds.
func csvMetric(m data.Metric) (column string, shift int) {
	if m == data.TPOT {
		return "tpot_ms", -3
	}
	return m.Name(), 0
}

func percentileColumns(k data.Kind) (out []string) {
	for _, pct := range data.Percentiles {
		m, _ := data.PercentileMetric(k, pct)
		out = append(out, m.Name())
	}
	return out
}

func metricColumns() []string {
	out := make([]string, data.NumMetrics)
	for m := range out {
		out[m], _ = csvMetric(data.Metric(m))
	}
	return out
}

func readOperatingPoints(name string, r io.Reader, given Given) (*Result, error) {
	required := slices.DeleteFunc(slices.Clone(pointRequired), func(column string) bool { return given.values[column] != "" })
	t, err := openTable("operating points (CSV)", name, r, pointColumns, required)
	if err != nil {
		return nil, err
	}
	t.given = given.values
	if !t.has("workload") && !(t.has("isl") && t.has("osl")) {
		return nil, t.missing([]string{"workload (or isl and osl)"})
	}
	if !slices.ContainsFunc(speedColumns, t.has) {
		return nil, t.missing([]string{"interactivity (or tpot_ms, or one of " + strings.Join(speedColumns[2:], ", ") + ")"})
	}
	seen := NewPointSet()
	for {
		ok, err := t.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			t.res.OfficialAssumed = !t.has("official") && t.res.Kept > 0
			return t.res, nil
		}
		row := &row{t: t}
		p := readPoint(row, given)
		t.gainsaid(given)
		row.soundPoint(&p)
		if row.bad {
			t.refuse(row.column, row.reason, row.detail)
			continue
		}
		if at := seen.Find(t.res.Points, &p); at >= 0 {
			t.refuse("", ReasonDuplicate, "the same as row "+strconv.Itoa(t.res.PointRows[at]))
			continue
		}
		if p.Flags()&data.FlagRatesDisagree != 0 {
			t.warn("interactivity", "differs from tpot_ms by more than 1%, interactivity is used",
				fmt.Sprintf("%s tok/s/user against %s ms", t.cell("interactivity"), t.cell("tpot_ms")))
		}
		if column := uncharted(&p); column != "" {
			t.warn(column, reasonUncharted, t.cell(column))
		} else if why := doubtful(&p); why != "" {
			t.warn("", reasonDoubtful, why)
		}
		for _, n := range row.remarks {
			t.warn(n.Column, n.Reason, n.Detail)
		}
		if !hasSpeed(&p) {
			t.warn("", reasonNoSpeed, "")
		}
		internPoint(t, &p)
		t.res.keep(p, t.csv.row)
	}
}

// ReasonDuplicate is the reason of a refused row that was there before.
const ReasonDuplicate = "duplicate row"

// reasonNoSpeed is a remark on a row that no axis of speed can show.
const reasonNoSpeed = "no interactivity, and no time per token to form it from"

// hasSpeed reports whether a point says anything of interactivity.
func hasSpeed(p *data.Point) bool {
	some := p.Values[data.Interactivity].Ok() || p.Values[data.TPOT].Ok()
	for _, pct := range data.Percentiles {
		some = some || percentile(p, data.ITL, pct).Ok()
	}
	return some
}

func readPoint(r *row, given Given) data.Point {
	p := data.Point{
		Model:        r.text("model", true),
		Hardware:     r.text("hardware", true),
		Framework:    r.text("framework", true),
		Precision:    r.text("precision", true),
		SpecDecoding: r.text("spec_decoding", true),
		Disagg:       r.boolean("disagg", false),
		Official:     r.boolean("official", true),
		Workload:     readWorkload(r, given.values["workload"]),
		Recipe:       r.text("recipe", false),
		MeasuredOn:   r.date("measured_on", false),
		Run:          r.text("run", false),
		Source:       r.text("source", false),
	}
	var ok bool
	if p.Concurrency, ok = r.count("concurrency"); !ok {
		r.refuse("concurrency", "is empty", "")
	} else if p.Concurrency == 0 {
		r.refuse("concurrency", "is zero", "")
	}
	for m := range p.Values {
		p.Values[m] = readMetric(r, data.Metric(m))
	}
	return p
}

func readMetric(r *row, m data.Metric) opt.Float {
	column, shift := csvMetric(m)
	switch m {
	case data.GPUs, data.PrefillGPUs, data.DecodeGPUs:
		return r.whole(column, positive)
	case data.Requests, data.RequestsUsed:
		return r.whole(column, notNegative)
	case data.TputPerGPU, data.Interactivity, data.TPOT:
		return r.number(column, shift, positive)
	}
	v := r.number(column, shift, notNegative)
	if x, ok := v.Get(); ok && x == 0 && latencyMetric[m] {
		r.remark(column, "is zero, which no request takes: taken as not measured", "")
		return opt.Float{}
	}
	return v
}

// latencyMetric are the percentiles.
var latencyMetric = func() (out [data.NumMetrics]bool) {
	for _, k := range []data.Kind{data.TTFT, data.ITL, data.E2EL, data.E2ELPerToken} {
		for _, pct := range data.Percentiles {
			m, _ := data.PercentileMetric(k, pct)
			out[m] = true
		}
	}
	return out
}()

// readWorkload forms the workload from its own column or from the token
// counts; when both are there they must agree.
func readWorkload(r *row, given string) string {
	named := workloadName(r.text("workload", false))
	if r.t.cell("isl") == "" && r.t.cell("osl") == "" {
		if named == "" {
			r.refuse("workload", "is empty", "")
		}
		return named
	}
	if named == given {
		named = "" // what the row says is believed before it
	}
	formed := readWorkloadOf(r, "isl", "osl")
	if named != "" && named != formed {
		r.refuse("workload", "disagrees with isl and osl", quote(named)+" against "+formed)
	}
	return formed
}

// readWorkloadOf forms the workload from two columns of token counts.
func readWorkloadOf(r *row, input, output string) string {
	isl, okI := r.count(input)
	osl, okO := r.count(output)
	switch {
	case !okI || isl == 0:
		r.refuse(input, "is empty or zero", "")
	case !okO || osl == 0:
		r.refuse(output, "is empty or zero", "")
	}
	return strconv.Itoa(isl) + "/" + strconv.Itoa(osl)
}

// workloadName is the one spelling of a workload: "Agentic" is agentic, and
// there are no spaces in token counts.
func workloadName(s string) string {
	if strings.EqualFold(s, agenticWorkload) {
		return agenticWorkload
	}
	in, out, ok := strings.Cut(s, "/")
	if tight := strings.TrimSpace(in) + "/" + strings.TrimSpace(out); ok {
		if _, _, ok := tokenWorkload(tight); ok {
			return tight
		}
	}
	return s
}

// tokenWorkload is the inverse of readWorkload for a workload of token counts.
func tokenWorkload(w string) (isl, osl string, ok bool) {
	isl, osl, ok = strings.Cut(w, "/")
	return isl, osl, ok && isCount(isl) && isCount(osl)
}

func isCount(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n > 0 && n <= 1<<31-1 && strconv.Itoa(n) == s
}
