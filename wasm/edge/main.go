//go:build js && wasm

// The edge answers /api/ on Cloudflare Workers, and in workerd, by the handler
// that serve uses. Static files never come here: the entry module worker.ts
// sends them, reads packed files for this module, and keeps one instance of it.
//
// The instance starts with the isolate, before there is a request: what a start
// takes is more than a request may. It waits for the three functions that it
// puts into its binding, and never for a timer or a promise.
package main

import (
	"net/http"
	"runtime/debug"
	"syscall/js"

	"github.com/syumai/workers"

	"github.com/isofront/isofront/data/api"
)

// Collecting garbage at five times what is in use, not twice: what is in use is
// little, and a collection takes longer than an answer.
const garbagePercent = 400

func main() {
	debug.SetGCPercent(garbagePercent)
	source := &given{}
	binding := js.Global().Get("context").Get("binding")
	binding.Set("give", js.FuncOf(source.give))
	// configure(prefix, index, program): what is known with the first request.
	binding.Set("configure", js.FuncOf(func(_ js.Value, args []js.Value) any {
		answers := api.New(api.Source{Index: args[1].String(), Read: source.read}, args[2].String())
		workers.ServeNonBlock(whole{source, http.StripPrefix(args[0].String(), answers)})
		return nil
	}))
	warmUp()
	workers.Ready()
	select {} // the instance is kept
}
