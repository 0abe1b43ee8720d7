//go:build js && wasm && !tinygo

package main

// main stays, since Go's functions end with it.
func main() {
	start()
	select {}
}
