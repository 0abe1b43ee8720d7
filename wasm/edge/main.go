//go:build js && wasm

// The edge answers /api/ on Cloudflare Workers, and in workerd, by the handler
// that serve uses. Static files never come here: the entry module worker.ts
// sends them, reads packed files for this module, and keeps one instance of it.
//
// The instance starts with the isolate, before there is a request: what a start
// takes is more than a request may. It waits for the functions that it puts into
// its binding to be called, and never for a timer or a promise.
package main

import (
	"net/http"
	"runtime/debug"
	"syscall/js"

	"github.com/syumai/workers"

	"github.com/isofront/isofront/data/api"
)

// Collecting garbage at five times what is in use, not twice: what is in use is
// little, and a collection takes longer than an answer. But memory once had stays
// had, and an isolate has 128 MB, of which JavaScript needs some.
const (
	garbagePercent = 400
	memoryLimit    = 48 << 20
)

func main() {
	debug.SetGCPercent(garbagePercent)
	debug.SetMemoryLimit(memoryLimit)
	source := &given{}
	serve := func(prefix, index, program string) {
		answers := api.New(api.Source{Index: index, Read: source.read}, program)
		workers.ServeNonBlock(whole{source, http.StripPrefix(prefix, answers)})
	}
	binding := js.Global().Get("context").Get("binding")
	// configure(prefix, index, program): what is known with the first request.
	binding.Set("configure", js.FuncOf(func(_ js.Value, args []js.Value) any {
		source.madeUp = false
		serve(args[0].String(), args[1].String(), args[2].String())
		return nil
	}))
	// give(name, bytes): a file for the request that follows.
	binding.Set("give", js.FuncOf(func(_ js.Value, args []js.Value) any {
		file := make([]byte, args[1].Length())
		js.CopyBytesToGo(file, args[1])
		source.name, source.file = args[0].String(), file
		return nil
	}))
	// rehearse(): until configure, answers come from the made-up files that it
	// returns, and have no body: no stream can be made before there is a request.
	binding.Set("rehearse", js.FuncOf(func(js.Value, []js.Value) any {
		source.madeUp = true
		serve("/api", madeUpIndex, "")
		return madeUp()
	}))
	workers.Ready()
	select {} // the instance is kept
}
