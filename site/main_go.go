//go:build js && wasm && !tinygo && !offline

package main

// main stays, since Go's functions end with it.
func main() {
	start()
	select {}
}
