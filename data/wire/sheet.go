package wire

// Sheet is an iso table laid out for reading, as isofront table --format html
// writes it: a grid per quantity, and the notes below.
type Sheet struct {
	Grids []Grid `msg:"grids" json:"grids"`
	Notes []Note `msg:"notes" json:"notes"`
}

// Grid is one quantity, a line per target.
type Grid struct {
	Caption string     `msg:"caption" json:"caption"`
	Corner  string     `msg:"corner" json:"corner"` // over the targets: what they are, or their unit
	Heads   []string   `msg:"heads" json:"heads"`   // over the cells
	Lines   []GridLine `msg:"lines" json:"lines"`
}

// GridLine is one target.
type GridLine struct {
	Target float64    `msg:"target" json:"target"`
	Text   string     `msg:"text" json:"text"`
	Cells  []GridCell `msg:"cells" json:"cells"`
}

// GridCell is what one cell says. State is that of Cell or of Ratio.
type GridCell struct {
	Text  string   `msg:"text" json:"text"`
	State string   `msg:"state" json:"state"`
	Value *float64 `msg:"value" json:"value"` // behind the text; nil where there is none
	Ratio bool     `msg:"ratio" json:"ratio"`
}

// Note is a line under a table. URL, where it is not empty, stands in Text. Mark:
// it is about marks in the cells.
type Note struct {
	Text string `msg:"text" json:"text"`
	URL  string `msg:"url" json:"url"`
	Mark bool   `msg:"mark" json:"mark"`
}

// Text is an iso table as isofront table writes it.
type Text struct {
	Format string `msg:"format" json:"format"`
	Text   string `msg:"text" json:"text"`
}
