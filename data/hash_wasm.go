package data

func newHash() *small256 { return newSmall256() }
