package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/isofront/isofront/build/figure"
	"github.com/isofront/isofront/build/whole"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/wire"
)

type chartCmd struct {
	selection
	Out     string  `short:"o" help:"The file to write; its ending says the format: .svg, .png or .pdf." placeholder:"FILE"`
	Format  string  `help:"embed: instead of a file, the <iso-chart> tag of an article with the figure inside, on standard output." placeholder:"FORMAT"`
	Targets string  `help:"Draw a line at each, in the axis's unit." placeholder:"20,30,40"`
	LogX    *bool   `negatable:"" help:"Logarithmic or linear axis across. Default: logarithmic where it is a time, ttft or e2el."`
	LogY    bool    `help:"Logarithmic throughput axis."`
	Width   float64 `help:"Width in CSS pixels (1/96 inch). Default: 960. An embedded figure is as wide as there is room." placeholder:"PX"`
	Height  float64 `help:"Height in CSS pixels. Default: two thirds of the width, more where legend and notes need it; of an embedded figure 360." placeholder:"PX"`
	Scale   float64 `help:"PNG only: image pixels per CSS pixel. Default: 2." placeholder:"N"`
	Theme   string  `help:"light, dark or transparent (no background, legible on light and dark pages); of an embedded figure auto, light or dark. Default: light, auto." placeholder:"THEME"`

	DataURL string `name:"data-url" help:"Address of the site that an embedded figure reads its data from. Default: where its script lies." placeholder:"URL"`
}

func (*chartCmd) Help() string {
	return `Example:

  isofront chart -o frontiers.svg --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb*' --targets 25,50

The curves are the ones that tables read. Light and dark figures bring their own background.
The same data and flags give the same bytes.`
}

func (c *chartCmd) Run(s streams) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(c.Out), "."))
	themes := figure.Themes
	switch {
	case c.Format == "embed" && c.Out == "":
		if format, themes = c.Format, embed.Themes; c.Width != 0 {
			return usagef("--width: an embedded figure is as wide as there is room")
		}
	case c.Format != "":
		return usagef("--format: %q: the only one is embed, which is written to standard output; a file's ending says its format", c.Format)
	case c.Out == "":
		return usagef("name a file to write with --out, or --format embed")
	case !slices.Contains(figure.Formats, format):
		return usagef("--out: %q: want a name ending in .svg, .png or .pdf", c.Out)
	}
	if c.Theme == "" {
		c.Theme = themes[0]
	}
	if !slices.Contains(themes, c.Theme) {
		return usagef("--theme: %q: want %s", c.Theme, strings.Join(themes, ", "))
	}
	if c.Scale != 0 && format != "png" {
		return usagef("--scale: only a PNG has pixels to scale: name a file ending in .png with --out")
	}
	c.Width, c.Scale = cmp.Or(c.Width, figure.DefaultWidth), cmp.Or(c.Scale, figure.DefaultScale)
	targets, err := command.Numbers("targets", c.Targets)
	if err != nil {
		return err
	}
	e, err := c.engine()
	if err != nil {
		return err
	}
	q, err := c.Selection.Query(wire.VerbChart)
	if err != nil {
		return err
	}
	sel, err := e.Select(&q)
	if err != nil {
		return err
	}
	logX := figure.UsualLogX(sel.Axis)
	if c.LogX != nil {
		logX = *c.LogX
	}
	options := figure.Options{Width: c.Width, Height: c.Height, Scale: c.Scale, LogX: logX, LogY: c.LogY, Targets: targets, Theme: c.Theme}
	if format == "embed" {
		tag, err := figure.Embed(e, &q, sel, options, c.DataURL)
		if err != nil {
			return err
		}
		_, err = io.WriteString(s.out, tag)
		return written(s, err)
	}
	chart := figure.Chart(sel, logX || c.LogY)
	if err := options.Annotate(e, sel, chart); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := figure.Write(&b, format, chart, options); err != nil {
		if where := c.elsewhere(e, q); where != "" {
			err = fmt.Errorf("%w; %s", err, where)
		}
		return usageError{err}
	}
	return whole.Write(c.Out, b.Bytes())
}
