package main

import (
	"context"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// BenchmarkTableQuery compares one table query natively and in wazero, from
// encoded query to encoded reply in both, and reports the ratio.
func BenchmarkTableQuery(b *testing.B) {
	message := encode(b, wire.Query{Verb: wire.VerbTable, Model: model, Workload: workload, Targets: []float64{16, 20, 25, 30, 40, 50, 60, 70}})
	var native float64
	b.Run("native", func(b *testing.B) {
		b.ReportAllocs()
		m := newModule(nativeEngine(b))
		p := m.alloc(uint32(len(message)))
		copy(m.blocks[p], message)
		for b.Loop() {
			m.query(p, uint32(len(message)))
		}
		native = float64(b.Elapsed()) / float64(b.N)
	})
	b.Run("wazero", func(b *testing.B) {
		g := newGuest(b)
		openShipped(b, g)
		p, n := uint64(g.call("iso_alloc", uint64(len(message)))), uint64(len(message))
		g.mod.Memory().Write(uint32(p), message)
		query := g.mod.ExportedFunction("iso_query")
		for b.Loop() {
			if _, err := query.Call(context.Background(), p, n); err != nil {
				b.Fatal(err)
			}
		}
		if native > 0 {
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/native, "x-native")
		}
	})
}
