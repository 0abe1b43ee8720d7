package main

import "github.com/isofront/isofront/data/query"

func newEngine() engine { return query.New() }
