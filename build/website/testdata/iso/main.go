// Command iso stands in for the module on linear memory.
package main

//go:wasmexport answer
func answer() int32 { return 42 }

func main() {}
