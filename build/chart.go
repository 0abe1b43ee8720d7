package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/isofront/isofront/build/figure"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

type chartCmd struct {
	selection
	Out     string  `short:"o" required:"" help:"The file to write; its ending says the format: .svg, .png or .pdf." placeholder:"FILE"`
	Targets string  `help:"Draw a line at each, in the axis's unit." placeholder:"20,30,40"`
	LogX    bool    `help:"Logarithmic speed axis."`
	LogY    bool    `help:"Logarithmic throughput axis."`
	Width   float64 `help:"Width in CSS pixels (1/96 inch)." default:"960" placeholder:"PX"`
	Height  float64 `help:"Height in CSS pixels. Default: two thirds of the width, more where legend and notes need it." placeholder:"PX"`
	Scale   float64 `help:"PNG only: image pixels per CSS pixel." default:"2" placeholder:"N"`
	Theme   string  `help:"light, dark or transparent (no background, legible on light and dark pages)." default:"light" placeholder:"THEME"`
}

func (*chartCmd) Help() string {
	return `Example:

  isofront chart -o frontiers.svg --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb*' --targets 25,50

The curves are the ones that tables read. Light and dark figures bring their own background.
The same data and flags give the same bytes.`
}

func (c *chartCmd) Run(s streams) error {
	format := strings.ToLower(strings.TrimPrefix(filepath.Ext(c.Out), "."))
	if !slices.Contains(figure.Formats, format) {
		return usagef("--out: %q: want a name ending in .svg, .png or .pdf", c.Out)
	}
	if !slices.Contains(figure.Themes, c.Theme) {
		return usagef("--theme: %q: want %s", c.Theme, strings.Join(figure.Themes, ", "))
	}
	targets, err := command.Numbers("targets", c.Targets)
	if err != nil {
		return err
	}
	e, err := c.engine()
	if err != nil {
		return err
	}
	q := c.Selection.Query(wire.VerbChart)
	sel, err := e.Select(&q)
	if err != nil {
		return err
	}
	chart := figure.Chart(sel, c.LogX || c.LogY)
	notes, err := chartNotes(sel, chart, targets)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = figure.Write(&b, format, chart, figure.Options{
		Width: c.Width, Height: c.Height, Scale: c.Scale, LogX: c.LogX, LogY: c.LogY, Targets: targets, Theme: c.Theme,
		Sources: sourceTitles(e, chart), Notes: notes,
	})
	if err != nil {
		return usageError{err}
	}
	return writeWhole(c.Out, b.Bytes())
}

// chartNotes says what the figure leaves out and warns of.
func chartNotes(sel *query.Selection, chart *wire.Chart, targets []float64) ([]string, error) {
	var out []string
	if sel.NorthStar {
		out = append(out, "Agentic: only points that are also on the E2E-normalized frontier are on this one.")
	}
	labels := figure.Labels(chart)
	for i := range chart.Series {
		h := &chart.Series[i].Head
		for _, reason := range sortedReasons(h.Ineligible) {
			out = append(out, fmt.Sprintf("%s: %d of %d points left out: %s.", labels[i], h.Ineligible[reason], h.OperatingPoints, reason))
		}
	}
	if len(targets) == 0 {
		targets = []float64{1} // the table's warnings do not depend on them
	}
	if err := sel.Form(targets); err != nil {
		return nil, err
	}
	for _, w := range append(slices.Clone(sel.Formed().Warnings), sel.Warnings...) {
		out = append(out, "Warning: "+w+".")
	}
	return out, nil
}

func sortedReasons(m map[string]int) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// sourceTitles names the sources of what is drawn, by their titles where the
// index has them.
func sourceTitles(e *query.Engine, chart *wire.Chart) []string {
	titles := map[string]string{}
	if x := e.Index(); x != nil {
		for _, s := range x.Sources {
			titles[s.ID] = s.Title
		}
	}
	var out []string
	for i := range chart.Series {
		for _, id := range chart.Series[i].Sources {
			name := id
			if t := titles[id]; t != "" {
				name = t
			}
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return out
}

// writeWhole writes a file that is either all there or as it was before.
func writeWhole(path string, content []byte) (err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory", path)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".isofront-*")
	if err != nil {
		var p *os.PathError
		if errors.As(err, &p) {
			err = fmt.Errorf("%s: %w", path, p.Err)
		}
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
			err = fmt.Errorf("%s: %w", path, bareCause(err))
		}
	}()
	if _, err = tmp.Write(content); err == nil {
		err = tmp.Chmod(0o644)
	}
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	return err
}

// bareCause is the system's reason without the temporary name.
func bareCause(err error) error {
	var p *os.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}
