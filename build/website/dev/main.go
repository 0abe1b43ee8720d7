// Command dev builds the site and, with -addr, serves it: for work on the site
// alone, until the isofront command does both.
package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/isofront/isofront/build/static"
	"github.com/isofront/isofront/build/website"
	"github.com/isofront/isofront/data/pack"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "isofront:", err)
		os.Exit(1)
	}
}

func run() error {
	out := flag.String("o", "dist/site", "output folder")
	data := flag.String("data", "", "folder of packed files; empty: the figures that ship with isofront")
	addr := flag.String("addr", "", "serve on this loopback address, for example 127.0.0.1:8080")
	quick := flag.Bool("quick", false, "compress quickly")
	flag.Parse()
	o := website.Options{Out: *out, DataDir: *data, Quick: *quick}
	if *data == "" {
		files, _, err := pack.Shipped()
		if err != nil {
			return err
		}
		o.Data = files
	}
	o.Log = func(f string, a ...any) { fmt.Fprintf(os.Stderr, f+"\n", a...) }
	rep, err := website.Build(context.Background(), o)
	if err != nil {
		return err
	}
	for _, w := range rep.Warnings {
		fmt.Fprintln(os.Stderr, "warning:", w)
	}
	found, err := website.Check(rep.Out)
	if err != nil {
		return err
	}
	if err := found.Write(os.Stdout); err != nil {
		return err
	}
	if *addr == "" {
		return nil
	}
	h, err := static.Dir(rep.Out)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", l.Addr())
	return http.Serve(l, h)
}
