package data

import (
	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/data/msgpack"
)

// EncodePoints returns the bundle file of points, which must all be of this
// model and workload. The order of points does not matter: the same points
// give the same bytes. points is not changed. What could not be opened again
// is an error.
func EncodePoints(model, workload string, points []Point) ([]byte, error) {
	rows := make([]*Point, len(points))
	for i := range points {
		rows[i] = &points[i]
	}
	file, _, err := Encode(model, workload, rows)
	return file, err
}

// Encode is EncodePoints for points that lie anywhere, with the opened bundle
// beside its file: points are large, and there may be a million. rows is put
// in the order of the bundle.
func Encode(model, workload string, rows []*Point) (file []byte, b *Bundle, err error) {
	seen := map[string]uint32{"": 0}
	for i, p := range rows {
		if p.Model != model || p.Workload != workload {
			return nil, nil, errorRow(i, "is of ", p.Model, " ", p.Workload, ", not of ", model, " ", workload)
		}
		if p.Concurrency < 0 || p.Concurrency > 1<<31-1 {
			return nil, nil, errorRow(i, "concurrency ", digits.Int(p.Concurrency), " is out of range")
		}
		for _, s := range p.text() {
			seen[s] = 0
		}
	}
	order.Sort(rows, func(i, j int) bool { return ComparePoints(rows[i], rows[j]) < 0 })

	body := pointsBody{Model: model, Workload: workload, Rows: uint32(len(rows))}
	for s := range seen {
		body.Strings = append(body.Strings, s)
	}
	order.Strings(body.Strings)
	for i, s := range body.Strings {
		seen[s] = uint32(i)
	}
	ids := make([]uint32, len(rows))
	for k, column := range body.text() {
		for i, p := range rows {
			ids[i] = seen[p.text()[k]]
		}
		*column = pack(ids)
	}
	for i, p := range rows {
		ids[i] = uint32(p.Concurrency)
		body.Flags = append(body.Flags, byte(p.Flags()))
	}
	body.Concurrency = pack(ids)
	for m := range Metric(NumMetrics) {
		if c, ok := packColumn(rows, m); ok {
			body.Columns = append(body.Columns, c)
		}
	}
	raw := body.write()
	body = pointsBody{} // as large as raw
	if err := checkLimits(KindPoints, raw); err != nil {
		return nil, nil, err
	}
	if b, err = openPoints(raw); err != nil {
		return nil, nil, err
	}
	file, b.sha256 = seal(KindPoints, raw)
	b.size = len(file)
	return file, b, nil
}

// write is MarshalMsg, which carries msgp's errors into the page, where a reader's
// own points are laid over others.
func (z *pointsBody) write() []byte {
	w := msgpack.Writer{B: make([]byte, 0, z.Msgsize())}
	w.Map(15)
	w.KeyText("model", z.Model)
	w.KeyText("workload", z.Workload)
	w.KeyUint("rows", z.Rows)
	w.KeyTexts("strings", z.Strings)
	w.KeyBytes("hardware", z.Hardware)
	w.KeyBytes("framework", z.Framework)
	w.KeyBytes("precision", z.Precision)
	w.KeyBytes("spec_decoding", z.SpecDecoding)
	w.KeyBytes("recipe", z.Recipe)
	w.KeyBytes("measured_on", z.MeasuredOn)
	w.KeyBytes("run", z.Run)
	w.KeyBytes("source", z.Source)
	w.KeyBytes("concurrency", z.Concurrency)
	w.KeyBytes("flags", z.Flags)
	w.KeyList("columns", len(z.Columns))
	for _, c := range z.Columns {
		w.Map(3)
		w.KeyText("name", c.Name)
		w.KeyBytes("present", c.Present)
		w.KeyBytes("values", c.Values)
	}
	return w.B
}

func (p *Point) text() [numText]string {
	return [numText]string{p.Hardware, p.Framework, p.Precision, p.SpecDecoding, p.Recipe, p.MeasuredOn, p.Run, p.Source}
}
