package importer

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/isofront/isofront/data"
)

// notKnown is ErrNotRecognised with what the file seems to be.
type notKnown struct{ why string }

func (e *notKnown) Error() string {
	if e.why == "" {
		return ErrNotRecognised.Error()
	}
	return ErrNotRecognised.Error() + ": " + e.why
}

func (e *notKnown) Unwrap() error { return ErrNotRecognised }

// WhyNot returns what is in the way of reading a file that is not recognised,
// "" when there is nothing to say of it.
func WhyNot(err error) string {
	for err != nil {
		if k, ok := err.(*notKnown); ok {
			return k.why
		}
		u, ok := err.(interface{ Unwrap() error })
		if !ok {
			return ""
		}
		err = u.Unwrap()
	}
	return ""
}

// csvFormats are the tables that are read, with the columns that tell them and
// those that they must have.
var csvFormats = []struct {
	name            string
	known, required []string
}{
	{"operating points", pointColumns, append(slices.Clone(pointRequired), "workload (or isl and osl)", "interactivity (or tpot_ms)")},
	{"price sheets", priceColumns, []string{"as_of", "hardware", "hyperscaler_usd_per_gpu_hour (or neocloud_ or rental_usd_per_gpu_hour)"}},
	{"a source list", sourceColumns, []string{"id", "title", "url"}},
}

// packings are how files are packed that are not read as they are, by their first bytes.
var packings = []struct{ magic, name string }{
	{"\x1f\x8b", "gzip"}, {"\x28\xb5\x2f\xfd", "zstd"}, {"BZh", "bzip2"}, {"\xfd7zXZ\x00", "xz"}, {"7z\xbc\xaf\x27\x1c", "7z"},
}

// Misread says how a file is written in a way that isofront does not read: its
// packing, its encoding, its line ends, or what parts its fields; "" where there is
// nothing to say. Nothing else is seen in such a file: that would be nothing or one long row.
func Misread(head []byte) string {
	for _, p := range packings {
		if bytes.HasPrefix(head, []byte(p.magic)) {
			return "it is packed by " + p.name + ": unpack it"
		}
	}
	if len(head) > 262 && string(head[257:262]) == "ustar" {
		return "it is a tar archive: unpack it, or make a zip of its files"
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")) || bytes.HasPrefix(head, []byte("\x00\x00\xfe\xff")) {
		return "it is UTF-32: save it as UTF-8"
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) || looksUTF16(head) {
		return "it is UTF-16: save it as UTF-8"
	}
	line := bytes.TrimLeft(head, "\ufeff \t\r\n")
	if at := bytes.IndexAny(line, "\r\n"); at >= 0 {
		line = line[:at]
	}
	const alone = "its lines end with CR alone; save it with LF or CRLF"
	noLF := bytes.IndexByte(head, '\n') < 0
	if len(line) > 0 && (line[0] == '{' || line[0] == '[') {
		if noLF && bytes.Contains(head, []byte("}\r{")) {
			return alone
		}
		return ""
	}
	best := func(sep string) (n int) {
		names := headerOf([]byte(strings.ReplaceAll(string(line), sep, ",")))
		for _, f := range csvFormats {
			n = max(n, count(names, f.known...))
		}
		return n
	}
	for _, s := range []struct{ sep, word string }{{";", "semicolons"}, {"\t", "tabs"}, {"|", "bars"}} {
		if bytes.Count(line, []byte(s.sep)) < 2 || s.sep == "|" && line[0] == '|' { // Markdown
			continue
		}
		if n := best(s.sep); n >= 3 && n > best(",") {
			return "this CSV is separated by " + s.word + "; use commas"
		}
	}
	if noLF && bytes.Count(line, []byte(",")) >= 3 && bytes.IndexByte(head, '\r') >= 0 && utf8.Valid(line) {
		return alone
	}
	return ""
}

// looksUTF16 tells text without a byte-order mark: every other byte of it is 0.
func looksUTF16(head []byte) bool {
	const seen = 64
	if len(head) < 8 {
		return false
	}
	var zero [2]int
	n := min(len(head), seen) &^ 1
	for i, c := range head[:n] {
		if c == 0 {
			zero[i&1]++
		}
	}
	return zero[0] == n/2 && zero[1] == 0 || zero[1] == n/2 && zero[0] == 0
}

// unknownRequests says what a file is that holds no requests of a known tool.
func unknownRequests(head []byte) string {
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return "it is a zip: unpack it, or give it to pack"
	}
	if why := Misread(head); why != "" || len(bytes.TrimSpace(head)) > 0 && shapeOf(head) == nil {
		return why
	}
	return unknown(head)
}

// unknown says what a file of no known format seems to be: for a CSV, which
// columns would make it one.
func unknown(head []byte) string {
	switch {
	case len(bytes.TrimSpace(head)) == 0 && len(head) < HeadSize:
		return "it is empty"
	case data.LooksPacked(head):
		return "it is a packed file of isofront"
	case shapeOf(head) != nil && EndsWithin(head):
		return CutShort
	case shapeOf(head) != nil:
		return "JSON with the fields of no known tool"
	case !utf8.Valid(head[:min(len(head), HeadSize/2)]) && bytes.IndexByte(head, 0) >= 0:
		return ""
	}
	fields, reason, err := newCSVReaderOf(head).header()
	if err != nil || reason != "" || len(fields) < 3 {
		return ""
	}
	names := map[string]bool{}
	for _, f := range fields {
		names[strings.ToLower(strings.TrimSpace(f))] = true
	}
	best := csvFormats[0]
	for _, f := range csvFormats[1:] {
		if count(names, f.known...) > count(names, best.known...) {
			best = f
		}
	}
	if count(names, best.known...) == 0 {
		return "none of its columns is known; operating points have " + strings.Join(best.required, ", ")
	}
	var missing []string
	for _, r := range best.required {
		first, rest, _ := strings.Cut(r, " ")
		if !names[first] && !slices.ContainsFunc(strings.FieldsFunc(rest, func(c rune) bool { return strings.ContainsRune("() ,", c) }), func(w string) bool { return names[w] }) {
			missing = append(missing, r)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	return "for " + best.name + " it lacks the columns " + strings.Join(missing, ", ")
}
