package main

import (
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/wire"
)

type solveCmd struct {
	selection
	command.Prices
	MaxCost       float64 `help:"The fastest within this cost." placeholder:"USD/MTOK"`
	MaxEnergy     float64 `help:"The fastest within this energy." placeholder:"J/TOKEN"`
	MinThroughput float64 `help:"The fastest with at least this throughput." placeholder:"TOK/S/GPU"`
	BreakEven     bool    `help:"The price at which each series matches --baseline at --target."`
	Target        float64 `help:"Where to compare, in the axis's unit." placeholder:"X"`
	Format        string  `help:"text or json." default:"text" placeholder:"FORMAT"`
}

func (*solveCmd) Help() string {
	return `Example:

  isofront solve --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb*' --max-cost 0.20
  isofront solve --model DeepSeek-V4-Pro --workload 8192/1024 --series 'gb*' \
      --break-even --baseline 'gb200*' --target 25

A bound looser than the whole frontier gives its fastest point, marked "frontier end".`
}

func (c *solveCmd) Run(s streams) error {
	if c.Format != "text" && c.Format != "json" {
		return usagef("--format: %q: want text or json", c.Format)
	}
	var asked []string
	q, err := c.Selection.Query(wire.VerbSolve)
	if err != nil {
		return err
	}
	for _, b := range []struct {
		flag  string
		kind  iso.BoundKind
		value float64
	}{{"--max-cost", iso.MaxCost, c.MaxCost}, {"--max-energy", iso.MaxEnergy, c.MaxEnergy}, {"--min-throughput", iso.MinThroughput, c.MinThroughput}} {
		if b.value != 0 {
			asked = append(asked, b.flag)
			q.Bound, q.Limit = string(b.kind), b.value
		}
	}
	if c.BreakEven {
		asked = append(asked, "--break-even")
	}
	switch {
	case len(asked) == 0:
		return usagef("give one of --max-cost, --max-energy, --min-throughput, --break-even, above 0")
	case len(asked) > 1:
		return usagef("%s: give one of them", strings.Join(asked, ", "))
	case c.BreakEven && (c.Target == 0 || c.Baseline == ""):
		return usagef("--break-even: needs --baseline and --target")
	case !c.BreakEven && c.Target != 0:
		return usagef("--target: goes with --break-even")
	}
	if err := c.Prices.Ask(&q); err != nil {
		return err
	}
	e, err := c.engine()
	if err != nil {
		return err
	}
	if c.BreakEven {
		q.Targets = []float64{c.Target}
		r, err := e.BreakEven(&q)
		if err != nil {
			return err
		}
		if c.Format == "json" {
			return writeJSON(s.out, r)
		}
		return printBreakEven(s.out, r)
	}
	r, err := e.Solve(&q)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return writeJSON(s.out, r)
	}
	return printSolve(s.out, r)
}

func printSolve(w io.Writer, r *wire.Solve) error {
	axis := iso.Axis(r.Axis)
	unit := func(q render.Quantity) string { return q.UnitOf(render.Tokens(r.Tokens)) }
	bounds := map[string]string{string(iso.MaxCost): "at most %s " + unit(render.Cost), string(iso.MaxEnergy): "at most %s " + unit(render.Energy), string(iso.MinThroughput): "at least %s " + unit(render.Throughput)}
	fmt.Fprintf(w, "%s, %s: the fastest %s (p%d) with "+bounds[r.Bound]+"\n\n", r.Model, r.Workload, axis.Name(), r.Percentile, render.FormatTarget(r.Limit))
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "series\t%s\t%s\t%s\t%s\tstate\n", axis.Unit(), unit(render.Throughput), unit(render.Cost), unit(render.Energy))
	for _, x := range r.Series {
		state := strings.ReplaceAll(x.State, "_", " ")
		switch {
		case x.State == string(iso.TooTight):
			state = outOfBound(r, &x)
		case x.State == string(iso.NoBasis):
			state += ": " + unsolved(&x, r)
		case x.Directional:
			state += ", directional"
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\n", x.Name, significant(x.X, 4), quantity(render.Throughput, x.Throughput),
			quantity(render.Cost, x.UsdPerMtok), quantity(render.Energy, x.JoulesPerToken), state)
	}
	if err := tw.Flush(); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	names := make([]string, len(r.Series))
	for i := range r.Series {
		names[i] = r.Series[i].Name
	}
	printPricesAndWarnings(w, &r.Prices, names, r.Warnings)
	return nil
}

// outOfBound is what the point nearest to the bound has of what is bounded.
func outOfBound(r *wire.Solve, x *wire.SolveSeries) string {
	q := map[string]render.Quantity{string(iso.MaxCost): render.Cost, string(iso.MaxEnergy): render.Energy, string(iso.MinThroughput): render.Throughput}[r.Bound]
	best, ok := q.From(opt.Of(x.Point.Y), opt.FromPtr(x.UsdPerGPUHour), opt.FromPtr(x.KwPerGPU)).Get()
	if !ok {
		return x.State
	}
	return render.OutOfBound(q, best, r.Limit)
}

// unsolved is why a series has nothing to bound by.
func unsolved(x *wire.SolveSeries, r *wire.Solve) string {
	switch {
	case len(x.Range) == 0 && x.Ineligible[iso.OutOfRange] > 0:
		return strings.TrimPrefix(leftOut(x.Ineligible), ": ")
	case len(x.Range) == 0:
		return fmt.Sprintf("no point has %s at p%d and throughput", iso.Axis(r.Axis).Name(), r.Percentile)
	case r.Bound == string(iso.MaxEnergy):
		return "no power figure for " + x.Hardware
	}
	return "no price for " + x.Hardware
}

func printBreakEven(w io.Writer, r *wire.BreakEven) error {
	axis := iso.Axis(r.Axis)
	fmt.Fprintf(w, "%s, %s, at %s %s (p%d)\nbreak-even: the price of a GPU-hour at which a system's tokens cost as much as those of\n%s\n\n", r.Model, r.Workload,
		render.FormatTarget(r.Target), axis.Unit(), r.Percentile, r.Baseline)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "series\tbreak-even\tprice now\tso its tokens are now\tstate\n")
	for i := range r.Series {
		x := &r.Series[i]
		now := "-"
		if x.BreakEvenUsd != nil && x.UsdPerGPUHour != nil {
			now = "as dear"
			switch be, is := *x.BreakEvenUsd, *x.UsdPerGPUHour; {
			case is < be*(1-1e-9):
				now = "cheaper"
			case is > be*(1+1e-9):
				now = "dearer"
			}
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\n", x.Name, usd(x.BreakEvenUsd, significant(x.BreakEvenUsd, 4)), usd(x.UsdPerGPUHour, money(x.UsdPerGPUHour)), now, breakEvenState(x, r.Target, axis))
	}
	if err := tw.Flush(); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	names := []string{r.Baseline}
	for i := range r.Series {
		names = append(names, r.Series[i].Name)
	}
	printPricesAndWarnings(w, &r.Prices, names, r.Warnings)
	return nil
}

// breakEvenState is how a series is read at the target, and why it has no break-even.
func breakEvenState(x *wire.BreakEvenSeries, target float64, axis iso.Axis) string {
	state := strings.ReplaceAll(x.Cell.State, "_", " ")
	switch x.Cell.State {
	case iso.Above.String(), iso.Below.String():
		if len(x.Range) != 2 {
			return "unreachable"
		}
		return render.Beyond(axis.End(x.Range[0], x.Range[1], iso.StateOf(x.Cell.State)), target, iso.StateOf(x.Cell.State))
	case iso.NotMeasured.String():
		return state + leftOut(x.Ineligible)
	}
	if x.Cell.Directional {
		state += ", directional"
	}
	switch ratio := x.Cell.Ratio; {
	case x.BreakEvenUsd != nil:
	case ratio != nil && ratio.Reason != "":
		state += ": " + ratio.Reason
	case ratio != nil && ratio.State == iso.OnlySystem.String():
		state += ": the baseline cannot go that fast"
	default:
		state += ": the baseline has no price"
	}
	return state
}

// leftOut is why the points of a series that has none to read were left out.
func leftOut(ineligible map[string]int) string {
	var reasons []string
	for reason, n := range ineligible {
		reasons = append(reasons, fmt.Sprintf("%s left out: %s", count(n, "point"), reason))
	}
	if sort.Strings(reasons); len(reasons) == 0 {
		return ""
	}
	return ": " + strings.Join(reasons, "; ")
}

func usd(v *float64, text string) string {
	if v == nil {
		return text
	}
	return "$" + text
}

// printPricesAndWarnings names the prices that the series of these names rest on.
// Own ones of other hardware are among the warnings.
func printPricesAndWarnings(w io.Writer, p *wire.Prices, names, warnings []string) {
	fmt.Fprintln(w)
	if p.AsOf != nil {
		source := ""
		if p.Source != nil { // a sheet may give none
			source = *p.Source
		}
		fmt.Fprintf(w, "prices: %s, %s\n", p.Basis, render.SheetName(*p.AsOf, source))
	}
	printOwn(w, "own prices", p.Own, names, func(usd float64) string { return "$" + render.Money(usd) })
	printOwn(w, "own powers", p.OwnKw, names, func(kw float64) string { return render.FormatTarget(kw) + " kW/GPU" })
	for _, warning := range warnings {
		fmt.Fprintf(w, "warning: %s\n", warning)
	}
}

func printOwn(w io.Writer, what string, given map[string]float64, names []string, text func(float64) string) {
	list := make([]string, 0, len(given))
	for hw, v := range given {
		if slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(words.Lower(name), hw+"/") }) {
			list = append(list, hw+" "+text(v))
		}
	}
	if sort.Strings(list); len(list) > 0 {
		fmt.Fprintf(w, "%s: %s\n", what, strings.Join(list, ", "))
	}
}

func quantity(q render.Quantity, v *float64) string {
	if v == nil {
		return "-"
	}
	return q.Format(*v, 0)
}

func money(v *float64) string {
	if v == nil {
		return "-"
	}
	return render.Money(*v)
}

func significant(v *float64, digits int) string {
	if v == nil {
		return "-"
	}
	return render.Significant(*v, digits)
}
