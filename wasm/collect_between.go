//go:build gc.leaking

package main

import _ "unsafe" // linkname

// collect is where garbage is collected: nothing else does under a runtime that
// is told when no pointer lies on the stack (build/website/betweencalls.go).
func collect(uint32) { collectBetweenCalls() }

//go:linkname collectBetweenCalls runtime.collectBetweenCalls
func collectBetweenCalls()
