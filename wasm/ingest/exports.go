//go:build wasm || tinygo.wasm

package ingest

import "github.com/isofront/isofront/wasm/exchange"

// abiVersion changes when a host written for the old one would go wrong.
const abiVersion = 4

// Made while the package initialises, since a reactor's main never runs.
var instance = &module{}

//go:wasmexport ingest_abi
func ingestABI() uint32 { return abiVersion }

// ingest_buffer gives the address of n bytes that the host fills before a call.
//
//go:wasmexport ingest_buffer
func ingestBuffer(n uint32) uint32 {
	exchange.Collect() // one comes before each piece
	return exchange.Address(instance.Room(int(n)))
}

// ingest_beside gives the name of the file that a tool puts its own summary into,
// beside a file of requests whose name of n bytes and then whose beginning, of as
// many as head, are in the buffer; "" for any other file.
//
//go:wasmexport ingest_beside
func ingestBeside(n, head uint32) uint32 {
	return exchange.Address(instance.Text(instance.beside(int(n), int(head))))
}

// ingest_summary starts a tool's own summary, whose name is in the buffer: what
// is written until the next ingest_begin is in it and goes with that file.
//
//go:wasmexport ingest_summary
func ingestSummary(n uint32) { instance.summary(int(n)) }

// ingest_join has the runs of the next file come behind those at hand, instead of
// in their place: for files that came together.
//
//go:wasmexport ingest_join
func ingestJoin() { instance.join = true }

// ingest_begin starts a file, whose name is in the buffer; size is how many bytes will
// come, 0 where that is not known. A file begun before is dropped.
//
//go:wasmexport ingest_begin
func ingestBegin(n uint32, size float64) {
	instance.begin(int(n), size)
	exchange.Collect() // of what was begun before nothing is left
}

// ingest_write feeds the next n bytes, which are in the buffer. It returns 0
// when no more is wanted.
//
//go:wasmexport ingest_write
func ingestWrite(n uint32) uint32 {
	if instance.write(int(n)) {
		return 1
	}
	return 0
}

// ingest_end ends the file and returns the reply.
//
//go:wasmexport ingest_end
func ingestEnd() uint32 {
	exchange.Collect()
	return exchange.Address(instance.end())
}

// ingest_goodput words how many requests of a run met the objectives, in s; NaN
// for one that is not set.
//
//go:wasmexport ingest_goodput
func ingestGoodput(run uint32, ttft, itl float64) uint32 {
	exchange.Collect()
	return exchange.Address(instance.Text(instance.goodput(int(run), ttft, itl)))
}

// ingest_csv writes a run's report as CSV.
//
//go:wasmexport ingest_csv
func ingestCSV(run uint32) uint32 {
	exchange.Collect()
	return exchange.Address(instance.Text(instance.csv(int(run))))
}

// ingest_point makes an operating point of a run: in the buffer are n bytes of
// lines of key=value.
//
//go:wasmexport ingest_point
func ingestPoint(run, n uint32) uint32 {
	exchange.Collect()
	return exchange.Address(instance.pack(instance.point(int(run), string(instance.Filled(int(n))))))
}
