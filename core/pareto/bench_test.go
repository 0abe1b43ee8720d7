//go:build !tinygo

package pareto_test

import (
	"strconv"
	"testing"

	"github.com/isofront/isofront/core/pareto"
)

func BenchmarkFrontier(b *testing.B) {
	for _, n := range []int{100, 1000, 10000, 100000} {
		xs, ys := make([]float64, n), make([]float64, n)
		for i := range xs {
			xs[i] = float64((i*7919)%n) + 1
			ys[i] = 1e6/xs[i] + float64((i*104729)%1000)
		}
		b.Run("n="+strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := pareto.Frontier(xs, ys, maxi, maxi); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/point")
		})
	}
}
