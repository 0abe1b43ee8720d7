package importer

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Tree is a folder or an archive of result files.
type Tree struct {
	Name  string   // put before the names of its files in messages, with a slash
	Files []string // slash-separated names, in the order of reading
	Open  func(file string) (io.ReadCloser, error)
	Given Given // holds for every file and comes before its sidecars
	Deep  bool  // archives inside are opened too
	// Whole ends the reading at a file whose content is broken. Else that file is refused
	// as a whole, as a row is, and the others are kept.
	Whole bool
	Left  []Skip // what is there and not among Files, under names as theirs
	// Others gives the names of files that lie in these folders and are not read now, nil
	// where there are none: what sidecars say of them is not in vain.
	Others func() []string
	// Known are sidecars that were read before, to which Read adds; nil: none are kept.
	Known Sidecars

	Warnings []string // on what sidecars say, once Read has read them

	taken map[string]bool // files that were read with one before them
	names map[string]bool // Files, once has was asked
	tried int             // patterns of sidecars that were held against files
}

// Sidecars are isofront.json files that were read and held against the files of their
// folders, by their names in messages: of a thousand files of one folder by name each
// would read it else.
type Sidecars map[string]*sidecar

// Skip is a file of a folder or an archive that is not read, and why.
type Skip struct{ File, Why string }

// Read reads every file of known format and gives each result to take, in
// order: the tables of a database dump are one result. isofront.json files say
// what the result files beside and below them do not. Files that are passed over are
// returned with the reason.
func (t *Tree) Read(take func(*Result) error) (skipped []Skip, err error) {
	for _, s := range t.Left {
		skipped = append(skipped, Skip{t.path(s.File), s.Why})
	}
	side, err := t.sidecars()
	if err != nil {
		return nil, err
	}
	dumps, tables, err := t.dumps()
	if err != nil {
		return nil, err
	}
	for _, file := range t.Files {
		if path.Base(file) == SidecarName {
			continue
		}
		dir := path.Dir(file)
		if d, ok := dumps[dir]; ok && tables[file] {
			delete(dumps, dir) // at its first table
			res, err := d.read()
			if err == nil {
				err = take(res)
			} else {
				err = t.broken("", err, take)
			}
			if err != nil {
				return skipped, err
			}
			continue
		}
		if tables[file] || t.taken[file] {
			continue
		}
		more, err := t.one(file, side, take)
		skipped = append(skipped, more...)
		if err != nil {
			return skipped, err
		}
	}
	return skipped, nil
}

func (t *Tree) one(file string, side map[string]*sidecar, take func(*Result) error) (skipped []Skip, err error) {
	f, err := t.Open(file)
	if err != nil {
		return nil, t.broken(t.path(file), &FileError{t.path(file), err}, take)
	}
	defer f.Close()
	given, err := t.given(file, side)
	if err != nil {
		return nil, err
	}
	if t.Deep {
		if archive, err := asArchive(t.path(file), f); archive != nil || err != nil {
			if err != nil {
				return nil, t.broken(t.path(file), err, take)
			}
			if why := archive.Workbook(); why != "" {
				return []Skip{{t.path(file), why}}, nil
			}
			archive.Given = given
			taken := 0
			skipped, err := archive.Read(func(res *Result) error { taken++; return take(res) })
			t.Warnings = append(t.Warnings, archive.Warnings...)
			if err != nil && taken == 0 { // as where its own isofront.json is broken
				err = t.broken(t.path(file), err, take)
			}
			return skipped, err
		}
	}
	beside := func(name string) (io.ReadCloser, error) {
		if !t.has(path.Join(path.Dir(file), name)) {
			return nil, fs.ErrNotExist
		}
		return t.Open(path.Join(path.Dir(file), name))
	}
	res, err := readBeside(t.path(file), f, given, beside)
	if errors.Is(err, ErrNotRecognised) {
		return []Skip{{t.path(file), cmp.Or(WhyNot(err), inner(file, t.Deep), "no known format")}}, nil
	}
	if err != nil {
		return nil, t.broken(t.path(file), err, take)
	}
	for _, name := range res.Beside {
		if t.taken == nil {
			t.taken = map[string]bool{}
		}
		t.taken[path.Join(path.Dir(file), name)] = true
	}
	return nil, take(res)
}

// broken refuses a file whose content cannot be read to its end. Of half a file it is
// unknown what the other half held, so that nothing of it is kept. What cannot be opened,
// and what is made to cost memory, is an error still. The file is the one that the error
// names where name is empty; else another, such as the summary beside it, is in the reason.
func (t *Tree) broken(name string, err error, take func(*Result) error) error {
	var content *FileError
	var path *fs.PathError
	if t.Whole || !errors.As(err, &content) || errors.As(err, &path) || errors.Is(err, errBomb) {
		return err
	}
	why := content.Err.Error()
	switch name {
	case "":
		name = content.File
	case content.File:
	default:
		why = content.File + ": " + why
	}
	return take(&Result{File: name, Format: Unreadable, Refused: []Note{{File: name, Reason: why}}})
}

// Unreadable is the format of a file that was refused as a whole.
const Unreadable = "a file that cannot be read"

// has reports whether a file is among those to read.
func (t *Tree) has(file string) bool {
	if t.names == nil {
		t.names = make(map[string]bool, len(t.Files))
		for _, f := range t.Files {
			t.names[f] = true
		}
	}
	return t.names[file]
}

func (t *Tree) path(file string) string {
	switch {
	case t.Name == "":
		return file
	case file == ".":
		return t.Name
	}
	return t.Name + "/" + file
}

// sidecars reads every isofront.json, by folder.
func (t *Tree) sidecars() (map[string]*sidecar, error) {
	out := map[string]*sidecar{}
	var read []string // not known before
	for _, file := range t.Files {
		if path.Base(file) != SidecarName {
			continue
		}
		if s := t.Known[t.path(file)]; s != nil {
			out[path.Dir(file)] = s
			continue
		}
		f, err := t.Open(file)
		if err != nil {
			return nil, &FileError{t.path(file), err}
		}
		out[path.Dir(file)], err = readSidecar(t.path(file), f)
		f.Close() // read only: nothing to lose
		if err != nil {
			return nil, err
		}
		read = append(read, file)
		if t.Known != nil {
			t.Known[t.path(file)] = out[path.Dir(file)]
		}
	}
	var others []string
	if len(read) > 0 && t.Others != nil {
		others = t.Others()
	}
	work := 0
	for _, file := range read {
		side := out[path.Dir(file)]
		if work += (1 + len(side.per)) * (len(t.Files) + len(t.Left) + len(others)); work > maxFits {
			break // made to cost time
		}
		for _, why := range side.idle(append(t.below(path.Dir(file)), others...)) {
			t.Warnings = append(t.Warnings, t.path(file)+": "+why)
		}
	}
	return out, nil
}

// maxFits bounds how many names are held against patterns to find those in vain.
const maxFits = 2_000_000

// below lists the files in a folder and below it, read or not.
func (t *Tree) below(dir string) (out []string) {
	if dir += "/"; dir == "./" {
		dir = ""
	}
	in := func(file string) bool { return strings.HasPrefix(file, dir) }
	for _, file := range t.Files {
		if in(file) {
			out = append(out, file)
		}
	}
	for _, s := range t.Left {
		if in(s.File) {
			out = append(out, s.File)
		}
	}
	return out
}

// given is what is said of a file: by the tree, then by the sidecar next to
// it, then by those further up.
func (t *Tree) given(file string, side map[string]*sidecar) (Given, error) {
	g := t.Given
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if s, ok := side[dir]; ok {
			if t.tried += len(s.per); t.tried > maxTried {
				return g, &FileError{t.path(path.Join(dir, SidecarName)), errors.New("has too many patterns for so many files, with those above it")}
			}
			g = g.over(s.given(file))
		}
		if dir == "." || dir == "/" {
			return g, nil
		}
	}
}

// maxTried bounds how many patterns are held against files in all: a thousand against
// thirty thousand files.
const maxTried = 32 << 20

// dumps finds the folders that hold the tables of a database dump, and the
// files that are tables.
func (t *Tree) dumps() (map[string]*dump, map[string]bool, error) {
	found := map[string]*dump{}
	tables := map[string]bool{}
	for _, file := range t.Files {
		if !strings.HasSuffix(file, ".json") || path.Base(file) == SidecarName {
			continue
		}
		head, err := t.head(file, 8<<10)
		if err != nil {
			if t.broken("", err, func(*Result) error { return nil }) == nil {
				continue // refused when its turn comes
			}
			return nil, nil, err
		}
		k, ok := tableOf(&Head{bytes: head})
		if !ok {
			continue
		}
		dir := path.Dir(file)
		if found[dir] == nil {
			found[dir] = &dump{name: t.path(dir)}
		}
		if d := found[dir]; d.open[k] == nil {
			d.file[k] = t.path(file)
			d.open[k] = func() (io.ReadCloser, error) { return t.Open(file) }
			tables[file] = true
		}
	}
	for dir, d := range found {
		if d.open[dumpResults] == nil || d.open[dumpConfigs] == nil {
			delete(found, dir)
		}
	}
	for _, file := range t.Files {
		_, isDump := found[path.Dir(file)]
		tables[file] = isDump && (tables[file] || dumpOther[path.Base(file)])
	}
	return found, tables, nil
}

func (t *Tree) head(file string, size int) ([]byte, error) {
	f, err := t.Open(file)
	if err != nil {
		return nil, &FileError{t.path(file), err}
	}
	defer f.Close()
	head, err := bufio.NewReaderSize(f, size).Peek(size)
	if err != nil && err != io.EOF {
		return nil, &FileError{t.path(file), err}
	}
	return bytes.Clone(head), nil
}

// sorted returns names in the order of reading: folder by folder.
func sorted(files []string) []string {
	slices.Sort(files)
	return files
}

// inner says why a file called a zip is not read, "" of another file: where zips are
// opened, it is none.
func inner(file string, opened bool) string {
	if strings.EqualFold(path.Ext(file), ".zip") {
		if opened {
			return "it is called a zip and does not begin as one"
		}
		return "a zip inside a zip is not opened"
	}
	return ""
}
