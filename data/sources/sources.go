// Package sources holds the figures that ship with isofront, so that the
// project stands alone: published operating points, agentic operating points
// and dated price sheets, each row with the id of its source, and the list of
// sources. See README.md for where they come from.
package sources

import (
	"embed"
	"io/fs"
)

//go:embed *.csv
var files embed.FS

// Files returns the shipped CSV files.
func Files() fs.FS { return files }

// The names of the shipped files.
const (
	OperatingPoints = "operating_points.csv"
	AgenticPoints   = "agentic_points.csv"
	Prices          = "prices.csv"
	List            = "sources.csv"
)
