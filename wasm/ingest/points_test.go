package ingest

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/importer"
)

// Rows that were refused are named before those that were kept with a remark, over all
// files of an archive, each says which it is, and many of one do not hide the other.
func TestRemarksSayWhatBecameOfARow(t *testing.T) {
	note := func(row int, reason string) importer.Note { return importer.Note{Row: row, Reason: reason} }
	many := make([]importer.Note, maxNotes+3)
	for i := range many {
		many[i] = note(i+2, "no hardware")
	}
	got := pointsReply("a.zip", "CSV", []*importer.Result{
		{Refused: []importer.Note{note(3, "no model")}, Warnings: []importer.Note{note(4, "no date")}},
		{Refused: many},
	}).Notes
	kinds := ""
	for _, n := range got {
		kinds += n[:1]
	}
	if kinds != strings.Repeat("R", maxNotes+1)+"K" || !strings.HasPrefix(got[0], "Refused: in the file") || !strings.Contains(got[0], "no model") ||
		got[maxNotes] != "Refused: and 4 more" || !strings.HasPrefix(got[maxNotes+1], "Kept, but: in the file") || !strings.Contains(got[maxNotes+1], "no date") {
		t.Errorf("%q", got)
	}
}
