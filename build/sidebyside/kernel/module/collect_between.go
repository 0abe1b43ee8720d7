//go:build gc.leaking

package main

import _ "unsafe" // linkname

// collect is where garbage is collected: nothing else does under such a runtime
// (build/website/betweencalls.go).
func collect() { collectBetweenCalls() }

//go:linkname collectBetweenCalls runtime.collectBetweenCalls
func collectBetweenCalls()
