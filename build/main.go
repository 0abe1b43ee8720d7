// The isofront command: benchmark results in, comparisons out.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
)

// cli holds the verbs. kong reads flags, help and defaults from it.
type cli struct {
	Pack     packCmd     `cmd:"" help:"Turn benchmark results into bundles."`
	Inspect  inspectCmd  `cmd:"" help:"Say what a file or bundle holds, and whether it is valid."`
	Table    tableCmd    `cmd:"" help:"Print an iso table: every series read at the same targets."`
	Frontier frontierCmd `cmd:"" help:"Print the knots of each series' Pareto frontier."`
	Audit    auditCmd    `cmd:"" help:"Check a published table, cell by cell, against the measured points."`
	Chart    chartCmd    `cmd:"" help:"Draw the frontiers as a figure: SVG, PNG or PDF."`
	Requests requestsCmd `cmd:"" help:"Say what the requests in a benchmark tool's file add up to."`
	Solve    solveCmd    `cmd:"" help:"Find the fastest target within a bound, or a break-even price."`
	Site     siteCmd     `cmd:"" help:"Write the static site."`
	Offline  offlineCmd  `cmd:"" help:"Write the site as one HTML file that opens from disk."`
	Serve    serveCmd    `cmd:"" help:"Serve the static site on this machine."`
	Edge     edgeCmd     `cmd:"" help:"Write a Cloudflare Worker that serves the site and answers queries."`
	Check    checkCmd    `cmd:"" help:"Validate a bundle, a folder of bundles, or a site."`
}

// Exit codes.
const (
	exitData  = 1 // the data is bad, or something could not be read or written
	exitUsage = 2 // the command was called wrongly
)

// usageError marks an error of how the command was called.
type usageError struct{ error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// streams are where a verb writes, so that tests can read it.
type streams struct{ out, err io.Writer }

func main() { os.Exit(run(os.Args[1:], streams{os.Stdout, os.Stderr})) }

// helpOf is the help of a flag with its default.
func helpOf(v *kong.Value) string {
	if v.Default == "" || strings.Contains(v.Help, "Default: ") {
		return v.Help
	}
	return v.Help + " Default: " + strings.ReplaceAll(v.Default, ",", ", ") + "."
}

// decimal reads whole numbers as the API does: 010 is ten, where kong's own reading
// would take it for eight.
func decimal(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("number", &text); err != nil {
		return err
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil {
		return fmt.Errorf("%q: want a whole number", text)
	}
	target.SetInt(n)
	return nil
}

// pairs reads KEY=VALUE, several apart by semicolons: of one key not two values.
func pairs(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	if err := ctx.Scan.PopValueInto("key=value", &text); err != nil {
		return err
	}
	if target.IsNil() {
		target.Set(reflect.MakeMap(target.Type()))
	}
	for pair := range strings.SplitSeq(text, ";") {
		key, value, ok := strings.Cut(pair, "=")
		if !ok {
			return fmt.Errorf("expected \"<key>=<value>\" but got %q", pair)
		}
		k := reflect.ValueOf(key)
		if target.MapIndex(k).IsValid() {
			return fmt.Errorf("%q is given twice", key)
		}
		target.SetMapIndex(k, reflect.ValueOf(value))
	}
	return nil
}

// once refuses a flag that holds one value and was given more than once, of which the
// last would silently count, as the API refuses it.
func once(ctx *kong.Context) error {
	given := map[string]bool{}
	for _, p := range ctx.Path {
		if p.Flag == nil || p.Flag.IsSlice() || p.Flag.IsMap() {
			continue
		}
		if given[p.Flag.Name] {
			return fmt.Errorf("--%s: given twice: it holds one value", p.Flag.Name)
		}
		given[p.Flag.Name] = true
	}
	return nil
}

// run is the whole command but for the process around it.
func run(args []string, io streams) (code int) {
	var c cli
	exited := -1
	parser, err := kong.New(&c,
		kong.Name("isofront"),
		kong.Description("LLM-inference benchmark results in, comparisons that hold still out.\n\nRun a verb with --help for its flags and an example."),
		kong.Writers(io.out, io.err),
		kong.Exit(func(n int) { exited = n }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}),
		kong.ValueFormatter(helpOf),
		kong.KindMapper(reflect.Int, kong.MapperFunc(decimal)),
		kong.KindMapper(reflect.Map, kong.MapperFunc(pairs)),
	)
	if err != nil {
		panic(err) // the struct above is wrong
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(args)
	if exited >= 0 { // --help
		return exited
	}
	if err != nil {
		return fail(io, verbOf(args), usageError{err})
	}
	verb := strings.Fields(ctx.Command())[0]
	if err := once(ctx); err != nil {
		return fail(io, verb, usageError{err})
	}
	out := &checked{w: io.out}
	if err := ctx.Run(streams{out, io.err}); err != nil {
		return fail(io, verb, err)
	}
	if out.err != nil {
		return fail(io, verb, fmt.Errorf("standard output: %w", out.err))
	}
	return 0
}

// fail prints one line, isofront: verb: what: why, and returns the exit code.
func fail(io streams, verb string, err error) int {
	line := "isofront: "
	if verb != "" {
		line += verb + ": "
	}
	line += strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", "; ")
	code := exitData
	var u usageError
	var o *command.OptionError
	var f *query.Fault
	if errors.As(err, &u) || errors.As(err, &o) || errors.As(err, &f) && f.Kind == query.KindUsage {
		code = exitUsage
	}
	fmt.Fprintln(io.err, line)
	return code
}

// warn prints warnings that the format on standard output has no place for.
func warn(io streams, verb string, warnings []string) {
	for _, w := range warnings {
		fmt.Fprintf(io.err, "isofront: %s: warning: %s\n", verb, w)
	}
}

// checked remembers the first failed write, so that a full disk or a closed pipe
// is not taken for success.
type checked struct {
	w   io.Writer
	err error
}

func (c *checked) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if err != nil && c.err == nil {
		c.err = err
	}
	return n, err
}

func verbOf(args []string) string {
	for _, a := range args {
		if !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}
