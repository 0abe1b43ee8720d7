package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/wire"
)

type tableCmd struct {
	selection
	prices
	Targets  string   `help:"Where to read, in the axis's unit. Default: round values that every series reaches." placeholder:"20,30,40"`
	Quantity []string `help:"throughput, cost, energy, tokens-per-dollar, throughput-per-mw." default:"throughput,cost" placeholder:"Q,Q"`
	Chain    string   `help:"Split a gain into steps, from the first series to the last." placeholder:"GLOB,GLOB,..."`
	Reach    string   `help:"strict, or at-least: targets slower than anything measured take the slowest point, marked." default:"strict" placeholder:"RULE"`
	Digits   int      `help:"Significant digits of the values in markdown, html and latex. Default: each quantity's own." placeholder:"N"`
	Format   string   `help:"markdown, csv, json, html, latex or embed: the <iso-table> tag of an article with the html inside." default:"markdown" placeholder:"FORMAT"`
	Sentence bool     `help:"Write the sentence that goes with the table instead: the largest ratio, the range, what is unreachable."`

	DataURL string `name:"data-url" help:"Address of the site that an embedded table reads its data from. Default: where its script lies." placeholder:"URL"`
	Theme   string `help:"Of an embedded table: auto, light or dark." default:"auto" placeholder:"THEME"`
}

func (*tableCmd) Help() string {
	return `Example:

  isofront table --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb*' \
      --baseline 'gb200*' --targets 25,50 --prices-as-of 2026-03-18

Nothing is extrapolated: a target that a series did not reach says so. ~ marks a value
interpolated across a wide or steep gap between two measured points.`
}

var formats = []string{"markdown", "csv", "json", "html", "latex", "embed"}

func (c *tableCmd) Run(s streams) error {
	if !slices.Contains(formats, c.Format) {
		return usagef("--format: %q: want %s", c.Format, strings.Join(formats, ", "))
	}
	var quantities []render.Quantity
	for _, name := range c.Quantity {
		q := render.Quantity(strings.TrimSpace(name))
		if !slices.Contains(render.Quantities, q) {
			return usagef("--quantity: %q: want throughput, cost, energy, tokens-per-dollar, throughput-per-mw", name)
		}
		if !slices.Contains(quantities, q) {
			quantities = append(quantities, q)
		}
	}
	if !slices.Contains(embed.Themes, c.Theme) {
		return usagef("--theme: %q: want %s", c.Theme, strings.Join(embed.Themes, ", "))
	}
	if c.Digits < 0 || c.Digits > 15 {
		return usagef("--digits: %d: want 1 to 15", c.Digits)
	}
	targets, err := numbers("targets", c.Targets)
	if err != nil {
		return err
	}
	q := c.query(wire.VerbTable)
	q.Targets, q.Reach = targets, c.Reach
	if err := c.prices.ask(&q); err != nil {
		return err
	}
	if c.Chain != "" {
		for _, glob := range strings.Split(c.Chain, ",") {
			q.Chain = append(q.Chain, strings.TrimSpace(glob))
		}
	}
	e, err := c.engine()
	if err != nil {
		return err
	}
	sel, err := e.Table(&q)
	if err != nil {
		return err
	}
	if c.Format == "json" && !c.Sentence {
		return writeJSON(s.out, sel.Wire())
	}
	if c.Format == "csv" || c.Sentence {
		warn(s, "table", append(append([]string(nil), sel.Formed().Warnings...), sel.Warnings...))
	}
	sheet := sel.Render(quantities, c.Digits)
	text := ""
	switch {
	case c.Sentence:
		text = render.Sentence(sheet) + "\n"
	case c.Format == "embed":
		ref, err := e.Resolve(sel.Model, sel.Workload)
		if err != nil {
			return err
		}
		text = (&embed.Tag{Address: c.DataURL, Hash: ref.SHA256, Asked: &q, Selection: sel, Sheet: sheet, Theme: c.Theme}).HTML()
	default:
		text = map[string]func(*render.Sheet) string{
			"markdown": render.Markdown, "csv": render.CSV, "html": render.HTML, "latex": render.LaTeX,
		}[c.Format](sheet)
	}
	if _, err = io.WriteString(s.out, text); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}
