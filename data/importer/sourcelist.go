package importer

import (
	"io"
	"strconv"

	"github.com/isofront/isofront/data"
)

// A list of sources as CSV: what the source column of other files refers to.
var sourcesFormat = Format{
	Name: "source list (CSV)",
	Recognise: func(h *Head) bool {
		names := h.CSV()
		return names["id"] && names["url"] && names["title"]
	},
	Read: func(in File) (*Result, error) { return readSources(in.Name, in.Reader) },
}

var sourceColumns = []string{"id", "title", "url", "note", "dated"}

func readSources(name string, r io.Reader) (*Result, error) {
	t, err := openTable("source list (CSV)", name, r,
		sourceColumns, []string{"id", "title", "url"})
	if err != nil {
		return nil, err
	}
	seen := map[string]int{}
	for {
		ok, err := t.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			return t.res, nil
		}
		row := &row{t: t}
		s := data.Source{
			ID:    row.text("id", true),
			Title: row.text("title", false),
			URL:   row.text("url", false),
			Note:  row.text("note", false),
			Dated: row.boolean("dated", false),
		}
		if row.bad {
			t.refuse(row.column, row.reason, row.detail)
			continue
		}
		if at, ok := seen[s.ID]; ok {
			t.refuse("id", ReasonDuplicate, "see row "+strconv.Itoa(at))
			continue
		}
		for _, text := range []*string{&s.ID, &s.Title, &s.URL, &s.Note} {
			*text = t.intern(*text)
		}
		seen[s.ID] = t.csv.row
		t.res.Sources = append(t.res.Sources, s)
		t.res.Kept++
	}
}
