//go:build wasm || tinygo.wasm

package audit

import "github.com/isofront/isofront/wasm/exchange"

// abiVersion changes when a host written for the old one would go wrong.
const abiVersion = 1

// Made while the package initialises, since a reactor's main never runs.
var instance = &module{}

//go:wasmexport audit_abi
func auditABI() uint32 { return abiVersion }

// audit_buffer gives the address of n bytes that the host fills before a call; 0
// for more than it takes at once.
//
//go:wasmexport audit_buffer
func auditBuffer(n uint32) uint32 {
	exchange.Collect() // one comes before each call that brings something
	return exchange.Address(instance.Room(int(n)))
}

// audit_open takes n bytes, which are in the buffer, of a packed file: the site's
// index or a bundle. With more at 0 they are its last, and what it returns says
// what is wrong with the file, if anything.
//
//go:wasmexport audit_open
func auditOpen(n, more uint32) uint32 {
	return exchange.Address(instance.Text(instance.open(int(n), more != 0)))
}

// audit_ask checks a text: in the buffer are n bytes of settings, lines of
// key=value, and then the text's, as many as length.
//
//go:wasmexport audit_ask
func auditAsk(n, length uint32) uint32 {
	b := instance.Filled(int(n) + int(length))
	n = min(n, uint32(len(b)))
	return exchange.Address(instance.Text(instance.ask(string(b[:n]), string(b[n:]))))
}

// audit_cell says in HTML what a cell of the last text rests on.
//
//go:wasmexport audit_cell
func auditCell(cell uint32) uint32 { return exchange.Address(instance.Text(instance.cell(int(cell)))) }

// audit_export writes the last report: as Markdown (0) or CSV (1).
//
//go:wasmexport audit_export
func auditExport(format uint32) uint32 {
	return exchange.Address(instance.Text(instance.export(int(format))))
}
