// Package definitions turns the text of the Definitions view into the fragment
// of HTML that the page fetches when the view is first opened.
//
// The text is in site/definitions, one file a group of terms, in lines of
// "key: value" (see Parse). What could drift is not written there but formed
// here, while the site is built: figures from the data that ship with isofront,
// by the same engine as every table, and the table of tools from the
// conventions that core computes with. A calculator is a form of the fragment
// with an expression for each result, and the program in the page evaluates it
// with core's functions (site/definitions.go).
package definitions

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"text/template"
)

// Group is the terms of one file, in their order.
type Group struct {
	Title string
	Terms []Term
}

// Term is one definition.
type Term struct {
	ID, Title string
	Short     string   // the title in the list of all
	Plain     []string // paragraphs, in plain words
	Formulas  []string
	Unit      string
	Hides     string // what it does not show
	Absent    string // when it is absent
	Notes     []string
	See       []Link // comparisons that show it at work
	Sources   []Link
	Tools     bool // the table of tools stands here
	Calcs     []Calc
}

// Link is an address with its words. Hash is an address of this page, without #;
// else URL is one elsewhere.
type Link struct{ Hash, URL, Text string }

// Calc is a calculator: the page's program evaluates its expressions.
type Calc struct {
	Fields []Field
	Lines  []Line
}

// Field is what a reader types. At is the number that expressions call it by, How
// the letter that says how it reads, and Wrong what it should be. Must is an
// expression that is not below 0 where the field fits the others.
type Field struct {
	At                               int
	How, Default, Label, Wrong, Must string
	ID                               string // of its element
}

// Line is a result: its expression, and why it may be absent.
type Line struct{ Expression, Label, Unit, Absent string }

// Read reads every file of a folder, in the order of their names.
func Read(folder fs.FS) ([]Group, error) {
	names, err := fs.Glob(folder, "*.txt")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("definitions: no text: %v", err)
	}
	slices.Sort(names)
	facts, err := newFacts()
	if err != nil {
		return nil, err
	}
	var groups []Group
	seen := map[string]bool{}
	for _, name := range names {
		src, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("definitions: %w", err)
		}
		t, err := template.New(path.Base(name)).Funcs(facts.funcs()).Parse(string(src))
		if err != nil {
			return nil, fmt.Errorf("definitions: %w", err)
		}
		var text bytes.Buffer
		if err := t.Execute(&text, nil); err != nil {
			return nil, fmt.Errorf("definitions: %w", err)
		}
		g, err := Parse(text.String())
		if err != nil {
			return nil, fmt.Errorf("definitions: %s: %w", name, err)
		}
		for _, term := range g.Terms {
			if seen[term.ID] {
				return nil, fmt.Errorf("definitions: %s: term %q is there twice", name, term.ID)
			}
			seen[term.ID] = true
		}
		groups = append(groups, g)
	}
	return groups, nil
}
