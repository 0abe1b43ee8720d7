package main

import (
	"strings"

	"github.com/vugu/vugu"

	"github.com/isofront/isofront/core/render"
)

// sheet is the table at the targets as every format writes it: page, clipboard
// and command line say the same, text for text.
func (a *app) sheet() *render.Sheet {
	if a.sel == nil {
		return nil
	}
	return a.sel.Render([]render.Quantity{render.Quantity(a.st.quantity())}, 0)
}

// The formats of copyText, by the number that crosses from the script.
const (
	asMarkdown = iota
	asCSV
	asHTML
)

// copyText is the table at the targets for the clipboard.
func (a *app) copyText(format int) string {
	sheet := a.exportSheet()
	switch {
	case sheet == nil:
		return ""
	case format == asMarkdown:
		return render.Markdown(sheet)
	case format == asCSV:
		return render.CSV(sheet)
	case format == asHTML:
		return render.HTML(sheet)
	}
	return ""
}

// isoTable is the table at the targets, in the very text that the command line
// writes; "" while it is not on show.
func (a *app) isoTable() string {
	if sheet := a.sheet(); sheet != nil && a.exploring() {
		return render.HTML(sheet)
	}
	return ""
}

// notesMark begins what stands under a table in its text.
const notesMark = `<ul class="iso-notes">`

// isoHTML is the table without its notes: only the table scrolls.
func (a *app) isoHTML() vugu.HTML {
	table, _, _ := strings.Cut(a.isoTable(), notesMark)
	return vugu.HTML(table)
}

// notesHTML is the rest.
func (a *app) notesHTML() vugu.HTML {
	if _, notes, ok := strings.Cut(a.isoTable(), notesMark); ok {
		return vugu.HTML(notesMark + notes)
	}
	return ""
}
