// Package synth makes benchmark results that nobody measured: operating points
// in the shape of real sweeps for tests of scale, requests in the shape of real
// runs, and the small demonstration set that ships with the project.
//
// Nothing here can be taken for a measurement: models are called "Synthetic ...",
// hardware "synthetic-...", the framework and the source "synthetic", and dates,
// where there are any, lie before all such hardware. It decides what is plausible
// in shape (frontiers, queues, heavy tails), and claims nothing about any product.
//
// The same arguments give the same bits on every architecture and compiler:
// whole-number arithmetic where that will do, elsewhere only operations that IEEE
// 754 rounds correctly, each rounded by itself so that none are fused.
package synth

import "github.com/isofront/isofront/data"

// ID is the source id of everything made here.
const ID = data.Synthetic

// Source describes it. It is not dated: it is no snapshot of anything.
func Source() data.Source {
	return data.Source{ID: ID, Title: "Synthetic data, not a measurement", Note: "Made by isofront to show and to test itself; no hardware was involved"}
}

const (
	modelPrefix    = "Synthetic "
	hardwarePrefix = "synthetic-"
	framework      = data.Synthetic
	agentic        = "agentic"
)
