package definitions

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var termID = regexp.MustCompile(`^[a-z0-9-]{2,30}$`)

// Parse reads one file: "## title" begins it, "# id: title" a term, and each
// line below is "key: value". An indented line goes on with the one above. The
// keys are those of Term, and
//
//	see: HASH | words          an address of this page
//	source: URL | words
//	calc:                      the fields and results below are its
//	field: AT HOW DEFAULT | label | what it should be
//	must: EXPRESSION | AT      of a field, not below 0 where it fits
//	out: EXPRESSION | label | unit | why it may be absent
func Parse(text string) (g Group, err error) {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.TrimSpace(line) == "":
		case (line[0] == ' ' || line[0] == '\t') && len(lines) > 0:
			lines[len(lines)-1] += " " + strings.TrimSpace(line)
		default:
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	for _, line := range lines {
		if title, ok := strings.CutPrefix(line, "## "); ok {
			g.Title = title
			continue
		}
		if head, ok := strings.CutPrefix(line, "# "); ok {
			id, title, _ := strings.Cut(head, ": ")
			if !termID.MatchString(id) || title == "" {
				return g, fmt.Errorf("%q: want # id: title", line)
			}
			g.Terms = append(g.Terms, Term{ID: id, Title: title})
			continue
		}
		if len(g.Terms) == 0 {
			return g, fmt.Errorf("%q stands before the first term", line)
		}
		t := &g.Terms[len(g.Terms)-1]
		if err := t.take(line); err != nil {
			return g, fmt.Errorf("%s: %w", t.ID, err)
		}
	}
	if g.Title == "" {
		return g, fmt.Errorf("no title")
	}
	return g, nil
}

func (t *Term) take(line string) error {
	key, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if !ok || value == "" && key != "calc" {
		return fmt.Errorf("%q: want key: value", line)
	}
	parts := strings.Split(value, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	switch key {
	case "plain":
		t.Plain = append(t.Plain, value)
	case "formula":
		t.Formulas = append(t.Formulas, value)
	case "short":
		t.Short = value
	case "unit":
		t.Unit = value
	case "hides":
		t.Hides = value
	case "absent":
		t.Absent = value
	case "note":
		t.Notes = append(t.Notes, value)
	case "tools":
		t.Tools = true
	case "see":
		if len(parts) != 2 {
			return fmt.Errorf("%q: want see: HASH | words", line)
		}
		t.See = append(t.See, Link{Hash: parts[0], Text: parts[1]})
	case "source":
		if len(parts) != 2 || !strings.HasPrefix(parts[0], "https://") {
			return fmt.Errorf("%q: want source: https://... | words", line)
		}
		t.Sources = append(t.Sources, Link{URL: parts[0], Text: parts[1]})
	case "calc":
		t.Calcs = append(t.Calcs, Calc{})
	case "field", "must", "out":
		n := len(t.Calcs)
		if n == 0 {
			return fmt.Errorf("%q stands before calc", line)
		}
		return t.Calcs[n-1].take(t.ID+strings.Repeat("x", n-1), key, parts)
	default:
		return fmt.Errorf("%q: no such key", key)
	}
	return nil
}

func (c *Calc) take(id, key string, parts []string) error {
	line := key + ": " + strings.Join(parts, " | ")
	switch key {
	case "out":
		if len(parts) < 2 || len(parts) > 4 || parts[0] == "" {
			return fmt.Errorf("%s: want EXPRESSION | label | unit | why absent", line)
		}
		parts = append(parts, "", "")
		c.Lines = append(c.Lines, Line{parts[0], parts[1], parts[2], parts[3]})
		return nil
	case "must":
		for i := range c.Fields {
			if f := &c.Fields[i]; len(parts) == 2 && strconv.Itoa(f.At) == parts[1] && f.Must == "" {
				f.Must = parts[0]
				return nil
			}
		}
		return fmt.Errorf("%s: want EXPRESSION | AT, of a field above", line)
	}
	head := strings.SplitN(parts[0], " ", 3)
	at, err := strconv.Atoi(head[0])
	if err != nil || at < 0 || at > 40 || len(parts) != 3 || len(head) < 2 || len(head[1]) != 1 || !strings.Contains(">?123", head[1]) {
		return fmt.Errorf("%s: want AT HOW DEFAULT | label | what it should be", line)
	}
	f := Field{At: at, How: head[1], Label: parts[1], Wrong: parts[2], ID: "c-" + id + "-" + head[0]}
	if len(head) == 3 {
		f.Default = head[2]
	}
	c.Fields = append(c.Fields, f)
	return nil
}
