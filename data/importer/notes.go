package importer

import "strconv"

// MaxNotes is how many rows of one cause are named one by one in a file. The
// rest is counted, so that a file of nothing but junk costs no memory.
const MaxNotes = 1000

// Note is a remark on a row. Reason is the same text for every row that is
// refused for the same reason, so that it can be counted; Detail is what was
// found there.
type Note struct {
	File   string
	Row    int    // the header is row 1; 0: the whole file
	Column string // "": the whole row
	Reason string
	Detail string
}

// Cause is what notes are counted by.
type Cause struct{ Column, Reason string }

// Cause returns what the note is counted under.
func (n *Note) Cause() Cause { return Cause{n.Column, n.Reason} }

// String returns one line: file, row, column, reason.
func (n Note) String() string {
	s := n.File
	if n.Row > 0 {
		s += ": row " + strconv.Itoa(n.Row)
	}
	if n.Column != "" {
		s += ": " + n.Column
	}
	s += ": " + n.Reason
	if n.Detail != "" {
		s += ": " + n.Detail
	}
	return s
}

// Tally counts notes by cause, those beyond MaxNotes too.
type Tally map[Cause]int

// Total is the number of all notes.
func (t Tally) Total() (n int) {
	for _, k := range t {
		n += k
	}
	return n
}

// Log appends n to list, or only counts it when list has MaxNotes of its cause.
// list must have been written by Log alone.
func (t *Tally) Log(list *[]Note, n Note) {
	if *t == nil {
		*t = TallyOf(*list)
	}
	c := n.Cause()
	if (*t)[c]++; (*t)[c] <= MaxNotes {
		*list = append(*list, n)
	}
}

// TallyOf counts a list that is whole.
func TallyOf(list []Note) Tally {
	t := Tally{}
	for i := range list {
		t[list[i].Cause()]++
	}
	return t
}

// quote shows text that came from a file: quoted and not too long.
func quote(s string) string {
	const most = 40
	if len(s) > most {
		r := []rune(s[:most])
		return strconv.Quote(string(r[:len(r)-1])) + "..."
	}
	return strconv.Quote(s)
}

// Of returns the tally of a list: t, or the list's own when nothing was counted
// beyond it.
func (t Tally) Of(list []Note) Tally {
	if t == nil {
		return TallyOf(list)
	}
	return t
}

// joinNotes puts two lists and their tallies behind each other.
func joinNotes(a []Note, of Tally, b []Note, bOf Tally) ([]Note, Tally) {
	sum := Tally{}
	for _, t := range []Tally{of.Of(a), bOf.Of(b)} {
		for c, n := range t {
			sum[c] += n
		}
	}
	return append(a[:len(a):len(a)], b...), sum
}
