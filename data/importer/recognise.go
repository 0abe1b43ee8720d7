package importer

import (
	"bytes"
	"errors"
)

// Recognise returns the format of a file from its first bytes. The first record decides; where
// no format knows it, it may be the one that is broken, and a later one tells the format of
// files that hold one record after another.
func Recognise(head []byte) (Format, bool) {
	if Misread(head) != "" {
		return Format{}, false
	}
	h := &Head{bytes: head}
	for _, f := range formats {
		if f.Recognise(h) {
			return f, true
		}
	}
	var found *Format
	if first := h.JSON(); first != nil {
		laterRecords(head, func(record []byte) bool {
			s := shapeOf(record)
			s.array = first.array
			found = formatOfRecord(&Head{bytes: head, json: s, seen: true})
			return found != nil
		})
	}
	if found == nil {
		return Format{}, false
	}
	return *found, true
}

func formatOfRecord(h *Head) *Format {
	for i := range formats {
		if f := &formats[i]; f.records && f.Recognise(h) {
			return f
		}
	}
	return nil
}

// laterRecords calls one with each object behind the first value of JSON, until it returns
// true: the elements of an array, or objects that follow each other. The last may be cut by
// head's end. Behind one that is not JSON these are the lines that are whole objects.
func laterRecords(head []byte, one func(record []byte) (found bool)) {
	w := &walk{j: &jsonReader{line: 1}}
	w.reset(head)
	w.j.skipMark()
	from := 0 // where the value at hand begins
	next := func(i int) {
		if w.first(); w.err != nil {
			return
		}
		from = w.j.lo
		w.skip()
		if whole := w.err == nil; i > 0 && head[from] == '{' && (whole || w.err == errCutShort) && one(head[from:w.j.lo]) {
			w.err = errFound
		}
	}
	if w.first() == '[' {
		w.array("", next)
		return
	}
	for i := 0; w.err == nil; i++ {
		if _, more := w.j.space(); !more {
			return
		}
		next(i)
	}
	if w.err == errFound || w.err == errCutShort || !oneALine(head) {
		return
	}
	_, rest, _ := bytes.Cut(head[from:], []byte("\n"))
	for len(rest) > 0 {
		line, behind, ended := bytes.Cut(rest, []byte("\n"))
		if !ended && len(head) >= HeadSize {
			return // cut
		}
		rest = behind
		w.reset(line)
		if c := w.first(); c != '{' {
			continue
		}
		w.skip()
		if w.end(); w.err == nil && one(bytes.TrimSpace(line)) {
			return
		}
	}
}

// errFound ends the walk of laterRecords.
var errFound = errors.New("found")

// CutShort is why a file is not recognised that ends in the midst of its first record.
const CutShort = "it ends in the middle of a value: it was cut short"

// EndsWithin reports whether a file that head is all of ends in the midst of its first record.
func EndsWithin(head []byte) bool {
	if len(head) >= HeadSize {
		return false
	}
	w := &walk{j: &jsonReader{line: 1}}
	w.reset(head)
	w.j.skipMark()
	if w.first() == '[' {
		w.array("", func(i int) {
			if w.skip(); w.err == nil {
				w.err = errFound // the first is whole
			}
		})
	} else {
		w.skip()
	}
	return w.err == errCutShort
}
