//go:build gc.leaking

package exchange

import _ "unsafe" // linkname

// Collect is for the first line of an export: garbage is collected there and
// nowhere else under a runtime that is told when no pointer lies on the stack
// (build/website/betweencalls.go).
func Collect() { collectBetweenCalls() }

//go:linkname collectBetweenCalls runtime.collectBetweenCalls
func collectBetweenCalls()
