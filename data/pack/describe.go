package pack

import (
	"cmp"
	"slices"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/sources"
	"github.com/isofront/isofront/data/synth"
)

// describe fills in the price sheets and the sources of an index.
func (c *collector) describe(index *data.Index) error {
	if err := c.settlePrices(); err != nil {
		return err
	}
	used := map[string]bool{}
	for i := range c.pool.at {
		used[c.pool.point(i).Source] = true
	}
	for key, rows := range c.sheets {
		s := data.PriceSheet{AsOf: key.asOf, Source: key.source}
		for _, r := range rows {
			s.Rows = append(s.Rows, r.PriceRow)
		}
		index.Sheets = append(index.Sheets, s)
		used[key.source] = true
	}
	shipped, err := shippedList()
	if err != nil {
		return err
	}
	delete(used, "")
	for id := range used {
		s, ok := c.listed[id]
		if !ok {
			s, ok = shipped[id]
		}
		if !ok {
			// Of a source that nobody describes, the careful guess is that it
			// stands for itself, like an article: its points pool with no other's.
			s = data.Source{ID: id, Dated: true}
			c.report.UnknownSources = append(c.report.UnknownSources, id)
		}
		index.Sources = append(index.Sources, s)
	}
	slices.Sort(c.report.UnknownSources)
	c.report.Warnings = slices.Concat(c.report.Warnings, c.names.found, sheetDates(index.Sheets))
	slices.SortFunc(index.Bundles, func(a, b data.BundleEntry) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Workload, b.Workload))
	})
	return nil
}

func readShipped(name string) (*importer.Result, error) {
	f, err := sources.Files().Open(name)
	if err != nil {
		return nil, failure(err)
	}
	defer f.Close()
	res, err := importer.Read(name, f)
	if err != nil {
		return nil, failure(err)
	}
	return res, nil
}

func shippedList() (map[string]data.Source, error) {
	res, err := readShipped(sources.List)
	if err != nil {
		return nil, err
	}
	out := map[string]data.Source{}
	for _, s := range append(res.Sources, synth.Source()) {
		out[s.ID] = s
	}
	return out, nil
}
