//go:build js && wasm

package main

import (
	"net/http"
	"syscall/js"
)

// missingHeader asks the entry module for a file, in place of an answer.
const missingHeader = "Isofront-Missing"

// whole hands each body over in one piece. The library's own way, a stream that
// JavaScript pulls from Go, costs several turns of the event loop, and ends the
// instance when it is closed.
type whole struct {
	source *given
	next   http.Handler
}

// handedOver is how the library takes a body that is a JavaScript value.
type handedOver interface{ WriteRawJSBody(body js.Value) }

func (h whole) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.source.missing = ""
	k := &kept{head: w.Header(), status: http.StatusOK}
	h.answer(k, r)
	h.source.file = nil // opened, or of no use
	if name := h.source.missing; name != "" {
		clear(w.Header())
		w.Header().Set(missingHeader, name)
		k.status = http.StatusServiceUnavailable
		k.body = nil
	}
	body := js.Global().Get("Uint8Array").New(len(k.body))
	js.CopyBytesToJS(body, k.body)
	if h.source.madeUp {
		body = js.Null()
	}
	w.WriteHeader(k.status)
	w.(handedOver).WriteRawJSBody(body)
}

// answer lets a fault in the program cost one answer, not the instance.
func (h whole) answer(k *kept, r *http.Request) {
	defer func() {
		if fault := recover(); fault != nil {
			clear(k.head)
			k.status = http.StatusInternalServerError
			k.body = nil
		}
	}()
	h.next.ServeHTTP(k, r)
}

// kept is a reply that is kept until it is whole.
type kept struct {
	head   http.Header
	status int
	body   []byte
}

func (k *kept) Header() http.Header    { return k.head }
func (k *kept) WriteHeader(status int) { k.status = status }

// Write keeps the first piece as it is: the handler writes a body at once and has
// no further use for it, and it may be megabytes.
func (k *kept) Write(p []byte) (int, error) {
	if k.body == nil {
		k.body = p
	} else {
		k.body = append(k.body, p...)
	}
	return len(p), nil
}
