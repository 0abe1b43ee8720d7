package main

import (
	"fmt"

	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/wire"
)

type frontierCmd struct {
	selection
	Format string `help:"csv (operating points, as pack reads them) or json." default:"csv" placeholder:"FORMAT"`
}

func (*frontierCmd) Help() string {
	return `Example:

  isofront frontier --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb300*'

A knot is an operating point that no other point of its series beats in both speed and
throughput. The CSV holds every figure of those points and can be packed again.`
}

func (c *frontierCmd) Run(s streams) error {
	if c.Format != "csv" && c.Format != "json" {
		return usagef("--format: %q: want csv or json", c.Format)
	}
	e, err := c.engine()
	if err != nil {
		return err
	}
	q := c.query(wire.VerbFrontier)
	sel, err := e.Select(&q)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return writeJSON(s.out, sel.WireFrontier())
	}
	warn(s, "frontier", sel.Warnings)
	for i, f := range sel.Frontiers() {
		for reason, n := range f.Ineligible {
			warn(s, "frontier", []string{fmt.Sprintf("%s: %d of %d points left out: %s", sel.Series[i].Name, n, len(sel.Series[i].Points), reason)})
		}
	}
	if err := importer.WriteOperatingPoints(s.out, sel.Knots()); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}
