//go:build wasm || tinygo.wasm

package data

func newHash() *small256 { return newSmall256() }
