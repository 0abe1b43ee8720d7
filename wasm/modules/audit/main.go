// Command audit is audit.wasm: the check of published tables as a module of its
// own. What it exports and why is in the package that it names.
package main

import _ "github.com/isofront/isofront/wasm/audit"

// main is never called: the module is a reactor, started by _initialize.
func main() {}
