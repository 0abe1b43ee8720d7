package pack

import (
	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/requests"
	"github.com/isofront/isofront/data/synth"
)

// Shipped packs what ships with isofront: the published figures and the synthetic
// demonstration set, whose requests come along: it alone has them.
func Shipped() (Files, *Report, error) {
	c := newCollector(importer.Given{})
	if err := c.addShipped(); err != nil {
		return nil, nil, err
	}
	if err := c.addSynthetic(); err != nil {
		return nil, nil, err
	}
	return c.build()
}

// addSynthetic adds the demonstration set.
func (c *collector) addSynthetic() error {
	res := &importer.Result{File: "the synthetic demonstration set", Format: "synthetic", Sources: []data.Source{synth.Source()}}
	for i, d := range synth.Demo() {
		set := &data.RequestSet{RequestRun: data.RunOf(&d.Point)}
		for rec := range d.Records() {
			if err := requests.Keep(set, rec); err != nil {
				return failure(err)
			}
		}
		res.Points, res.PointRows, res.Records = append(res.Points, d.Point), append(res.PointRows, i+1), append(res.Records, set)
	}
	res.Kept = len(res.Points)
	return c.addResult(res)
}
