//go:build tinygo && gc.leaking

package main

import _ "unsafe" // linkname

//go:linkname collect runtime.collectBetweenCalls
func collect()
