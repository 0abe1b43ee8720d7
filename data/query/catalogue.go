package query

import (
	"cmp"
	"strings"

	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

func catalogue(x *data.Index) *wire.Catalogue {
	out := &wire.Catalogue{Entries: []wire.CatalogueEntry{}, Prices: []wire.CatalogueSheet{}, Sources: []wire.CatalogueSource{}, Requests: []wire.CatalogueRequests{}}
	for _, b := range x.Bundles {
		e := wire.CatalogueEntry{Model: b.Model, Workload: b.Workload, File: b.File, SHA256: b.SHA256, Bytes: b.Bytes, Rows: b.Rows, Series: []wire.CatalogueSeries{}, Synthetic: len(b.Series) > 0}
		for _, s := range b.Series {
			e.Synthetic = e.Synthetic && s.Key.Synthetic()
			cs := wire.CatalogueSeries{Name: s.Key.Name(), Points: s.Points}
			if s.First != "" {
				cs.MeasuredSpan = []string{s.First, s.Last}
			}
			e.Series = append(e.Series, cs)
		}
		out.Entries = append(out.Entries, e)
	}
	for _, s := range x.Sheets {
		cs := wire.CatalogueSheet{AsOf: s.AsOf, Source: s.Source, Rows: []wire.CatalogueSheetRow{}}
		for _, r := range s.Rows {
			cs.Rows = append(cs.Rows, wire.CatalogueSheetRow{Hardware: r.Hardware, Hyperscaler: r.Hyperscaler.Ptr(), Neocloud: r.Neocloud.Ptr(), Rental: r.Rental.Ptr(), AllInKw: r.AllInKw.Ptr()})
		}
		out.Prices = append(out.Prices, cs)
	}
	for _, s := range x.Sources {
		out.Sources = append(out.Sources, wire.CatalogueSource{ID: s.ID, Title: s.Title, URL: s.URL, Note: s.Note})
	}
	for i := range x.Requests {
		q := &x.Requests[i]
		k := q.Key()
		out.Requests = append(out.Requests, wire.CatalogueRequests{Model: q.Model, Workload: q.Workload, Series: k.Name(), Concurrency: q.Concurrency,
			File: q.File, SHA256: q.SHA256, Bytes: q.Bytes, Rows: q.Rows, Synthetic: k.Synthetic()})
	}
	order.Sort(out.Requests, func(i, j int) bool {
		a, b := &out.Requests[i], &out.Requests[j]
		return cmp.Or(strings.Compare(a.Model, b.Model), strings.Compare(a.Workload, b.Workload), strings.Compare(a.Series, b.Series), a.Concurrency-b.Concurrency, strings.Compare(a.File, b.File)) < 0
	})
	return out
}
