package api

import "testing"

func BenchmarkAnswer(b *testing.B) {
	h := handler(b, "p")
	for _, c := range []struct{ name, target string }{{"table", gb}, {"frontier", "/frontier?model=DeepSeek-V4-Pro&series=gb300*&format=csv"}, {"list", "/"}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				get(h, "GET", c.target)
			}
		})
	}
}
