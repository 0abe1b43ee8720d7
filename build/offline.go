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
	"github.com/isofront/isofront/build/whole"
)

type offlineCmd struct {
	compilerFlag
	Out      string   `short:"o" required:"" help:"HTML file to write." placeholder:"FILE"`
	Data     string   `help:"Folder of bundles. Default: the figures that come with isofront." placeholder:"DIR"`
	Model    []string `help:"Only this model. May be repeated." sep:"none"`
	Workload []string `help:"Only this workload, such as 8192/1024 or agentic. May be repeated." sep:"none"`
	Requests bool     `help:"Put the records of single requests in, too."`
}

func (*offlineCmd) Help() string {
	return `Example:

  isofront offline -o isofront.html
  isofront offline -o deepseek.html --data bundles --model DeepSeek-R1-0528 --requests

The file is the whole site with its data: it opens from disk with the network off. It says how
new its data are, what it holds and what it leaves out, and checks its content when it is
opened. Run it inside the source tree, as isofront site.`
}

func (c *offlineCmd) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The cheap refusals come first, before a minute of compiling.
	if ext := strings.ToLower(filepath.Ext(c.Out)); ext != ".html" && ext != ".htm" {
		return usagef("-o %s: want a name that ends in .html, by which systems know what opens it", c.Out)
	}
	if info, err := os.Stat(filepath.Dir(c.Out)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: is not a folder", filepath.Dir(c.Out))
	}
	if info, err := os.Stat(c.Out); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is there and is not a file", c.Out)
	}
	opts, err := siteOptions(s, "", c.Data, c.Compiler)
	if err != nil {
		return err
	}
	file, err := website.Offline(ctx, opts, website.Selection{Models: c.Model, Workloads: c.Workload, Requests: c.Requests})
	if err != nil {
		return plain(err)
	}
	for _, w := range file.Warnings {
		fmt.Fprintf(s.err, "warning: %s\n", w)
	}
	if err := whole.Write(c.Out, file.Page); err != nil {
		return plain(err)
	}
	fmt.Fprintf(s.out, "%s\n%s\nSHA-256 of its content: %s\n%d bytes, %d as a server with brotli sends it\n", c.Out, file.About, file.SHA256, len(file.Page), file.Bytes)
	return nil
}
