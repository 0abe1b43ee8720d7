package query_test

import (
	"fmt"

	"github.com/isofront/isofront/data/pack"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// The figures that ship with isofront, asked for one table.
func ExampleEngine_Answer() {
	files, report, err := pack.Shipped()
	if err != nil {
		fmt.Println(err)
		return
	}
	e := query.New()
	if _, err := e.Open(files[report.Index]); err != nil {
		fmt.Println(err)
		return
	}
	bundle, err := e.Resolve("DeepSeek-V4-Pro", "8192/1024")
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := e.Open(files[bundle.File]); err != nil {
		fmt.Println(err)
		return
	}
	reply := e.Answer(wire.Query{Verb: wire.VerbTable, Model: "DeepSeek-V4-Pro", Series: []string{"gb300*"}, Targets: []float64{25}, PricesAsOf: "2026-03-18"})
	cell := reply.Table.Series[0].Cells[0]
	fmt.Printf("%s: %.0f tok/s/GPU, $%.3f per million tokens\n", cell.State, *cell.Throughput, *cell.UsdPerMtok)
	// Output: interpolated: 7209 tok/s/GPU, $0.102 per million tokens
}
