package main

import (
	"encoding/csv"
	"os"
	"strconv"
	"testing"

	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// file is a packed file: the index first, then the bundles.
type file struct {
	name  string
	bytes []byte
}

// temporary stand-in for pack.Shipped
func shipped(t testing.TB) []file {
	t.Helper()
	f, err := os.Open("../data/sources/operating_points.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	groups := map[[2]string][]data.Point{}
	order := [][2]string{}
	num := func(s string) opt.Float {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return opt.Float{}
		}
		return opt.Of(v)
	}
	for _, r := range rows[1:] {
		p := data.Point{Source: r[0], Model: r[1], Hardware: r[2], Framework: r[3], Precision: r[4], SpecDecoding: r[5], Disagg: r[6] == "true",
			Workload: r[7] + "/" + r[8], Recipe: r[9], MeasuredOn: r[14], Run: r[15], Official: true}
		p.Concurrency, _ = strconv.Atoi(r[10])
		p.Values[data.TputPerGPU] = num(r[11])
		p.Values[data.Interactivity] = num(r[12])
		k := [2]string{p.Model, p.Workload}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], p)
	}
	var out []file
	x := &data.Index{Sheets: []data.PriceSheet{{AsOf: "2026-03-18", Source: "test", Rows: []data.PriceRow{
		{Hardware: "gb200", Hyperscaler: opt.Of(2.21), AllInKw: opt.Of(2.1)}, {Hardware: "gb300", Hyperscaler: opt.Of(2.652), AllInKw: opt.Of(2.2)}}}}}
	for i, k := range order {
		b, err := data.EncodePoints(k[0], k[1], groups[k])
		if err != nil {
			t.Fatal(err)
		}
		_, _, bundle, err := data.OpenFile(b)
		if err != nil {
			t.Fatal(err)
		}
		name := strconv.Itoa(i) + ".msgpack"
		x.Bundles = append(x.Bundles, data.Describe(bundle, name))
		out = append(out, file{name, b})
	}
	b, err := data.EncodeIndex(x)
	if err != nil {
		t.Fatal(err)
	}
	return append([]file{{"index.msgpack", b}}, out...)
}
