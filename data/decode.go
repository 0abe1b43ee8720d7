package data

import "github.com/isofront/isofront/data/msgpack"

// How the bodies of files are read. The structs are those that msgp writes; what
// reads them is written out because msgp's decoders would be half of a
// WebAssembly module that opens bundles. checkLimits has run before.

// field is a shorthand: what a file calls a field, and where its value goes.
func field(name string, to any) msgpack.Field { return msgpack.Field{Name: name, To: to} }

// list reads a list of records into a slice.
func list[T any](r *msgpack.Reader, name string, to *[]T, read func(z *T, r *msgpack.Reader)) msgpack.Field {
	return field(name, func() {
		r.Each(func(i, n int) {
			if i == 0 {
				*to = make([]T, n)
			}
			read(&(*to)[i], r)
		})
	})
}

func (z *pointsBody) read(r *msgpack.Reader) {
	fields := []msgpack.Field{
		field("model", &z.Model), field("workload", &z.Workload), field("rows", &z.Rows), field("strings", &z.Strings),
		field("concurrency", &z.Concurrency), field("flags", &z.Flags), list(r, "columns", &z.Columns, (*columnBody).read),
	}
	for k, to := range z.text() {
		fields = append(fields, field(textNames[k], to))
	}
	r.Into(fields...)
}

func (z *columnBody) read(r *msgpack.Reader) {
	r.Into(field("name", &z.Name), field("present", &z.Present), field("values", &z.Values))
}

func (z *indexBody) read(r *msgpack.Reader) {
	r.Into(list(r, "bundles", &z.Bundles, (*bundleBody).read), list(r, "sheets", &z.Sheets, (*sheetBody).read),
		list(r, "sources", &z.Sources, (*sourceBody).read), list(r, "requests", &z.Requests, (*requestsEntryBody).read))
}

func (z *bundleBody) read(r *msgpack.Reader) {
	r.Into(field("model", &z.Model), field("workload", &z.Workload), field("file", &z.File), field("sha256", &z.SHA256),
		field("bytes", &z.Bytes), field("rows", &z.Rows), list(r, "series", &z.Series, (*seriesBody).read))
}

func (z *seriesBody) read(r *msgpack.Reader) {
	r.Into(field("hardware", &z.Hardware), field("framework", &z.Framework), field("precision", &z.Precision),
		field("spec_decoding", &z.SpecDecoding), field("disagg", &z.Disagg), field("official", &z.Official), field("points", &z.Points),
		field("first", &z.First), field("last", &z.Last), field("low", &z.Low), field("high", &z.High))
}

func (z *sheetBody) read(r *msgpack.Reader) {
	r.Into(field("as_of", &z.AsOf), field("source", &z.Source), list(r, "rows", &z.Rows, (*priceBody).read))
}

func (z *priceBody) read(r *msgpack.Reader) {
	r.Into(field("hardware", &z.Hardware), field("hyperscaler", &z.Hyperscaler), field("neocloud", &z.Neocloud),
		field("rental", &z.Rental), field("all_in_kw", &z.AllInKw), field("tdp_w", &z.TDPW))
}

func (z *sourceBody) read(r *msgpack.Reader) {
	r.Into(field("id", &z.ID), field("title", &z.Title), field("url", &z.URL), field("note", &z.Note), field("dated", &z.Dated))
}

func (z *requestsEntryBody) read(r *msgpack.Reader) {
	r.Into(field("model", &z.Model), field("workload", &z.Workload), field("hardware", &z.Hardware), field("framework", &z.Framework),
		field("precision", &z.Precision), field("spec_decoding", &z.SpecDecoding), field("disagg", &z.Disagg), field("official", &z.Official),
		field("recipe", &z.Recipe), field("concurrency", &z.Concurrency), field("measured_on", &z.MeasuredOn), field("run", &z.Run),
		field("source", &z.Source), field("convention", &z.Convention), field("file", &z.File), field("sha256", &z.SHA256),
		field("bytes", &z.Bytes), field("rows", &z.Rows))
}

func (z *requestsBody) read(r *msgpack.Reader) {
	r.Into(field("model", &z.Model), field("workload", &z.Workload), field("hardware", &z.Hardware), field("framework", &z.Framework),
		field("precision", &z.Precision), field("spec_decoding", &z.SpecDecoding), field("disagg", &z.Disagg), field("official", &z.Official),
		field("recipe", &z.Recipe), field("concurrency", &z.Concurrency), field("measured_on", &z.MeasuredOn), field("run", &z.Run),
		field("source", &z.Source), field("convention", &z.Convention), field("duration_s", &z.DurationS), field("rows", &z.Rows),
		field("status", &z.Status), list(r, "columns", &z.Columns, (*requestColumnBody).read))
}

func (z *requestColumnBody) read(r *msgpack.Reader) {
	r.Into(field("name", &z.Name), field("present", &z.Present), field("lengths", &z.Lengths), field("coding", &z.Coding),
		field("scale", &z.Scale), field("delta", &z.Delta), field("values", &z.Values))
}
