package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/isofront/isofront/build/website"
)

type edgeCmd struct {
	compilerFlag
	Out  string `short:"o" required:"" help:"Folder to write. An earlier Worker in it is replaced, its configuration kept; anything else is refused." placeholder:"DIR"`
	Data string `help:"Folder of bundles. Default: the figures that come with isofront." placeholder:"DIR"`
}

func (*edgeCmd) Help() string {
	return `Example:

  isofront edge -o dist/edge --data bundles
  cd dist/edge && npx wrangler deploy        # Cloudflare
  cd dist/edge && workerd serve workerd.capnp  # a machine of your own

The Worker sends the site's files and answers /api/ by the same program as this command. Run it
inside the source tree.`
}

func (c *edgeCmd) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	opts, err := siteOptions(s, c.Out, c.Data, c.Compiler)
	if err != nil {
		return err
	}
	report, err := website.BuildEdge(ctx, opts)
	if err != nil {
		return plain(err)
	}
	for _, w := range report.Site.Warnings {
		fmt.Fprintf(s.err, "warning: %s\n", w)
	}
	for _, l := range report.Budget {
		fmt.Fprintln(s.err, l)
	}
	if len(report.Kept) > 0 {
		fmt.Fprintf(s.err, "%s: kept as it was: %s\n", filepath.Clean(c.Out), strings.Join(report.Kept, ", "))
	}
	return nil
}
