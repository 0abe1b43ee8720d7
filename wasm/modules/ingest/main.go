// Command ingest is ingest.wasm: the importers as a module of their own. What it
// exports and why is in the package that it names.
package main

import _ "github.com/isofront/isofront/wasm/ingest"

// main is never called: the module is a reactor, started by _initialize.
func main() {}
