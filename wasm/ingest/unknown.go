package ingest

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/isofront/isofront/data/importer"
)

func isZip(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// whatItIs says what an unknown file seems to be and why it is not used.
func whatItIs(head []byte) string {
	const want = "isofront does not know it"
	text := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	switch {
	case len(text) == 0:
		return "is empty"
	case importer.Misread(head) != "":
		return "is not read: " + importer.Misread(head)
	case bytes.HasPrefix(head, []byte("PAR1")):
		return "is a Parquet file: " + want + "; export it as CSV or JSON"
	case text[0] == '{' || text[0] == '[':
		return jsonIs(head, text)
	}
	low := bytes.ToLower(text[:min(len(text), 64)])
	switch {
	case bytes.HasPrefix(low, []byte("<!doctype html")), bytes.HasPrefix(low, []byte("<html")):
		return "is a web page, not a result file: the download may have failed"
	case bytes.HasPrefix(low, []byte("<")):
		return "is XML or HTML: " + want
	case bytes.HasPrefix(head, []byte("\x89PNG")), bytes.HasPrefix(head, []byte("\xff\xd8\xff")), bytes.HasPrefix(head, []byte("GIF8")):
		return "is a picture, not a result file"
	case bytes.HasPrefix(head, []byte("%PDF")):
		return "is a PDF, not a result file"
	case bytes.IndexByte(head, 0) >= 0 || !utf8.Valid(clipUTF8(head)):
		return "is a binary file: " + want
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	if bytes.ContainsAny(line, ",;\t") {
		return "is a table with the columns " + shorten(string(line), 160) + ": no tool that isofront knows writes these; a published table is checked in the Audit view"
	}
	return "is text that begins “" + strings.TrimRight(shorten(string(line), 80), ".") + "”, and no result file that isofront knows; a published table is checked in the Audit view"
}

// jsonIs names the fields of the first object of a file that begins with head; text is
// head without what surrounds it.
func jsonIs(head, text []byte) string {
	names := importer.Fields(text, 6)
	if len(names) == 0 {
		return "begins like JSON, but is not JSON or holds no object"
	}
	if importer.EndsWithin(head) {
		return "ends in the middle of a value: it was cut short"
	}
	for i, name := range names {
		names[i] = shorten(name, 40)
	}
	return "is JSON with the fields " + strings.Join(names, ", ") + " …: no tool that isofront knows writes these"
}

// clipUTF8 leaves out a character that the end of the head may have cut.
func clipUTF8(b []byte) []byte {
	for i := 0; i < utf8.UTFMax && len(b) > 0; i++ {
		if r, n := utf8.DecodeLastRune(b); r != utf8.RuneError || n != 1 {
			break
		}
		b = b[:len(b)-1]
	}
	return b
}

func shorten(s string, most int) string {
	s = strings.ToValidUTF8(strings.TrimSpace(s), "\uFFFD")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
