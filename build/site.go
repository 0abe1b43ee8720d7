package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/isofront/isofront/build/static"
	"github.com/isofront/isofront/build/website"
)

// compilerFlag chooses what builds the WebAssembly modules.
type compilerFlag struct {
	Compiler string `help:"What builds the WebAssembly: go, tinygo (much smaller; make tinygo obtains it), or auto: tinygo where there is one." enum:"auto,go,tinygo" default:"auto"`
}

type siteCmd struct {
	compilerFlag
	Out  string `short:"o" required:"" help:"Folder to write. An earlier site is replaced; anything else is refused." placeholder:"DIR"`
	Data string `help:"Folder of bundles. Default: the figures that come with isofront." placeholder:"DIR"`

	Weights bool `help:"Print what each WebAssembly module consists of, by package."`
}

func (*siteCmd) Help() string {
	return `Example:

  isofront site -o dist/site --data bundles

The folder can be put on any static host, under any path. Run it inside the source tree: it
compiles the WebAssembly, with TinyGo where there is one, else with Go.`
}

func (c *siteCmd) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	opts, err := siteOptions(s, c.Out, c.Data, c.Compiler)
	if err != nil {
		return err
	}
	report, err := buildSite(ctx, s, opts)
	if err != nil || !c.Weights {
		return err
	}
	return report.WriteWeights(s.out)
}

// siteOptions says what to build from which data.
func siteOptions(s streams, out, dataDir, compiler string) (website.Options, error) {
	opts := website.Options{Out: out, DataDir: dataDir, Compiler: compiler, Log: func(f string, a ...any) { fmt.Fprintf(s.err, f+"\n", a...) }}
	if dataDir == "" {
		packed, err := shipped()
		if err != nil {
			return opts, plain(err)
		}
		opts.Data = packed.files
	}
	return opts, nil
}

func buildSite(ctx context.Context, s streams, opts website.Options) (website.Report, error) {
	report, err := website.Build(ctx, opts)
	if err != nil {
		return website.Report{}, plain(err)
	}
	for _, w := range report.Warnings {
		fmt.Fprintf(s.err, "warning: %s\n", w)
	}
	return report, nil
}

type serveCmd struct {
	compilerFlag
	Addr string `help:"Address to listen on." default:"127.0.0.1:8080" placeholder:"HOST:PORT"`
	Site string `help:"Serve this site as it is instead of building one." placeholder:"DIR" xor:"site"`
	Data string `help:"Folder of bundles. Default: the figures that come with isofront." placeholder:"DIR" xor:"site"`
}

func (*serveCmd) Help() string {
	return `Example:

  isofront serve
  isofront serve --site dist/site --addr 127.0.0.1:9000

It builds the site into a temporary folder, or takes it as it was built last where sources, data
and compiler are the same, and serves it until interrupted; and it answers
/api/table and /api/frontier with the flags of those verbs as the query:

  curl 'http://127.0.0.1:8080/api/table?model=DeepSeek-V4-Pro&workload=8192/1024&format=csv'`
}

func (c *serveCmd) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if _, port, err := net.SplitHostPort(c.Addr); err != nil || port == "" {
		return usagef("--addr: %q: want HOST:PORT, as 127.0.0.1:8080", c.Addr)
	}
	// Listen first: a port in use should not be found out after a build.
	l, err := net.Listen("tcp", c.Addr)
	if err != nil {
		var op *net.OpError
		if errors.As(err, &op) {
			err = op.Err
		}
		if errors.Is(err, syscall.EADDRINUSE) {
			return fmt.Errorf("%s: already in use; choose another with --addr", c.Addr)
		}
		return fmt.Errorf("%s: %w", c.Addr, err)
	}
	defer l.Close()
	dir := c.Site
	if dir == "" {
		tmp, err := os.MkdirTemp("", "isofront-site-")
		if err != nil {
			return plain(err)
		}
		defer os.RemoveAll(tmp)
		dir = filepath.Join(tmp, "site")
		opts, err := siteOptions(s, dir, c.Data, c.Compiler)
		if err != nil {
			return err
		}
		opts.Quick, opts.Kept = true, website.KeptFolder() // for this machine, and perhaps again
		if _, err := buildSite(ctx, s, opts); err != nil {
			return err
		}
	} else if _, err := os.Stat(filepath.Join(dir, website.ManifestName)); err != nil {
		return fmt.Errorf("%s: not a site; make one with isofront site", dir)
	}
	handler, err := static.Dir(dir)
	if err != nil {
		return plain(err)
	}
	if answering, err := withAPI(handler, dir); err == nil {
		handler = answering
	} else {
		fmt.Fprintf(s.err, "%s is not answered: %v\n", apiFolder, plain(err))
	}
	fmt.Fprintf(s.out, "http://%s/\n", l.Addr())
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		_ = server.Close() // the reader pressed Ctrl-C: open downloads end too
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
