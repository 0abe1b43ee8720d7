package importer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
)

// Given is what the reader of a result file says about it because the file
// does not: a benchmark client cannot know the hardware behind the address
// that it asks. It fills what is missing and never replaces what a file says.
type Given struct {
	values map[string]string
	from   map[string]string // where each value was given, for messages
}

// SidecarName is the file beside result files that says what they do not.
const SidecarName = "isofront.json"

// givenFields are the fields that may be given: columns of the
// operating-point CSV.
var givenFields = []string{
	"model", "hardware", "framework", "precision", "spec_decoding", "disagg", "official", "workload",
	"recipe", "gpus", "concurrency", "measured_on", "run", "source",
}

// ParseGiven reads KEY=VALUE settings; from names them in messages.
func ParseGiven(from string, settings []string) (Given, error) {
	g := Given{}
	for _, s := range settings {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return Given{}, fmt.Errorf("%s: %s is not of the form key=value", from, quote(s))
		}
		if err := g.set(from, strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return Given{}, errors.New(from + ": " + err.Error())
		}
	}
	return g, nil
}

// set takes one value after checking it. from is where it is given, which the error does not name.
func (g *Given) set(from, key, value string) error {
	fail := func(what string) error { return errors.New(key + ": " + what) }
	if !slices.Contains(givenFields, key) {
		return fail("not a field that can be given; those are " + strings.Join(givenFields, ", "))
	}
	switch key {
	case "disagg", "official":
		if value != "true" && value != "false" {
			return fail("neither true nor false")
		}
	case "gpus", "concurrency":
		if n, err := strconv.Atoi(value); err != nil || n < 1 || n > 1<<31-1 {
			return fail("not a whole number above 0")
		}
	case "measured_on":
		if !data.ValidDate(value) {
			return fail("not a date (YYYY-MM-DD)")
		}
	case "workload":
		value = workloadName(value)
		if _, _, ok := tokenWorkload(value); strings.Contains(value, "/") && !ok {
			return fail("not input/output tokens such as 8192/1024")
		}
	}
	if why := unsoundText(value); value == "" || why != "" {
		return fail(cmp.Or(why, "is empty"))
	}
	value = ours(key, value)
	if slices.Contains([]string{"hardware", "framework", "precision", "spec_decoding"}, key) {
		if why := data.UnsoundName(value); why != "" {
			return fail(why)
		}
	}
	if _, ok := g.values[key]; ok && g.from[key] == from {
		return fail("given twice")
	}
	if g.values == nil {
		g.values, g.from = map[string]string{}, map[string]string{}
	}
	g.values[key], g.from[key] = value, from
	return nil
}

// ours returns a given name in the form in which files' names are kept, so
// that b200 and B200 are one.
func ours(key, value string) string {
	switch key {
	case "model":
		if name, ok := knownModel(value); ok {
			return name
		}
	case "hardware":
		return quiet.hardware(key, value)
	case "framework":
		name, _ := quiet.framework(key, value)
		return name
	case "precision":
		return precision(value)
	case "spec_decoding":
		return strings.ToLower(value)
	}
	return value
}

// quiet reports no unknown name.
var quiet = &namer{}

// over returns g with what it lacks filled from below.
func (g Given) over(below Given) Given {
	out := Given{map[string]string{}, map[string]string{}}
	for _, src := range []Given{below, g} {
		for k, v := range src.values {
			out.values[k], out.from[k] = v, src.from[k]
		}
	}
	return out
}

// sidecar is what an isofront.json says of the files in its folder and below.
type sidecar struct {
	all Given
	per []sidecarEntry
}

type sidecarEntry struct {
	glob  string
	given Given
}

// maxSidecar bounds an isofront.json.
const maxSidecar = 1 << 20

// maxPatterns bounds its patterns, each of which is held against every file.
const maxPatterns = 1000

// readSidecar reads an isofront.json: an object of fields for all files, and
// under "files" objects of fields for the files whose names match a pattern,
// the longer pattern winning.
func readSidecar(name string, r io.Reader) (*sidecar, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxSidecar+1))
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")) // a byte-order mark
	switch {
	case err != nil:
	case len(b) > maxSidecar:
		err = errors.New("larger than 1 MiB")
	case len(bytes.TrimSpace(b)) == 0:
		err = errors.New("is empty: it says nothing of the files beside it")
	}
	if err != nil {
		return nil, &FileError{name, err}
	}
	out, w := &sidecar{}, newWalk(bytes.NewReader(b))
	var fault error
	keep := func(e error) { fault = cmp.Or(fault, e) }
	object := w.object("", func(key []byte) {
		if string(key) != "files" {
			keep(out.all.read(w, string(key)))
			return
		}
		if !w.object("", func(glob []byte) { keep(out.readEntry(w, string(glob))) }) && w.err == nil {
			keep(errors.New("files: is not an object"))
		}
	})
	switch w.end(); {
	case w.err != nil:
		return nil, &FileError{name, w.err}
	case fault == nil && !object:
		fault = errors.New("is not an object")
	}
	if fault != nil {
		return nil, &FileError{name, fault}
	}
	// The longer a pattern, the more it says: it comes later.
	slices.SortStableFunc(out.per, func(a, b sidecarEntry) int {
		return cmp.Or(len(a.glob)-len(b.glob), strings.Compare(a.glob, b.glob))
	})
	return out, nil
}

// readEntry reads what is said of the files whose names match a pattern.
func (s *sidecar) readEntry(w *walk, glob string) (fault error) {
	if _, err := path.Match(glob, "x"); err != nil {
		fault = fmt.Errorf("files: %s: not a valid pattern", quote(glob))
	}
	if slices.ContainsFunc(s.per, func(e sidecarEntry) bool { return e.glob == glob }) {
		fault = cmp.Or(fault, fmt.Errorf("files: %s: given twice", quote(glob)))
	}
	if len(s.per) == maxPatterns {
		fault = cmp.Or(fault, fmt.Errorf("files: more than %d patterns", maxPatterns))
	}
	e := sidecarEntry{glob: glob}
	if !w.object("", func(key []byte) { fault = cmp.Or(fault, e.given.read(w, string(key))) }) {
		fault = cmp.Or(fault, fmt.Errorf("files: %s: is not an object", quote(glob)))
	}
	if fault == nil {
		s.per = append(s.per, e)
	}
	return fault
}

// maxGivenText is more than any name may have.
const maxGivenText = 4096

// read reads the value of one field. Only fields that hold a truth or a count take
// true or 8: they are names of nothing.
func (g *Given) read(w *walk, key string) error {
	var value string
	c := w.first()
	switch {
	case c == '"':
		value = w.text(key, maxGivenText)
	case c == 't' || c == 'f':
		value = strconv.FormatBool(w.truth(key))
	case c == '-' || c >= '0' && c <= '9':
		value = string(w.digits(key))
	default:
		w.skip()
		return fmt.Errorf("%s: neither a text, a number nor true or false", key)
	}
	if w.err != nil {
		return nil // told once, where it is
	}
	if c != '"' && slices.Contains(givenFields, key) && !slices.Contains([]string{"disagg", "official", "gpus", "concurrency"}, key) {
		return fmt.Errorf("%s: %s is no text: write it in quotes if it is meant", key, value)
	}
	return g.set(SidecarName, key, strings.TrimSpace(value))
}

// given returns what the sidecar says of a file.
func (s *sidecar) given(file string) Given {
	g := s.all
	for _, e := range s.per {
		if ok, err := path.Match(e.glob, path.Base(file)); ok && err == nil {
			g = e.given.over(g)
		}
	}
	return g
}

// idle says what of the sidecar is of no use: a pattern that fits none of the files
// in its folder and below, or all of it.
func (s *sidecar) idle(files []string) (out []string) {
	if len(s.per) == 0 && len(s.all.values) == 0 {
		return []string{"says nothing of the files beside it"}
	}
	for _, e := range s.per {
		fits := func(file string) bool {
			ok, err := path.Match(e.glob, path.Base(file))
			return ok && err == nil && path.Base(file) != SidecarName
		}
		if slices.ContainsFunc(files, fits) {
			continue
		}
		why := "files: " + quote(e.glob) + " fits no file"
		if strings.Contains(e.glob, "/") {
			why += ": a pattern is of a file's name, without its folder"
		}
		out = append(out, why)
	}
	return out
}

// text returns a given value.
func (g Given) text(key string) string { return g.values[key] }

// fill returns what the file says, or else what is given. Both, and different,
// is worth a warning: the file is believed.
func (g Given) fill(key, said string, warn func(column, reason, detail string)) string {
	v, ok := g.values[key]
	switch {
	case !ok:
		return said
	case said == "":
		return v
	case said != v:
		warn(key, "the file says otherwise and is believed", quote(said)+" against "+quote(v)+" in "+g.from[key])
	}
	return said
}
