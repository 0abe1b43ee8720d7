package pack

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/sources"
	"github.com/isofront/isofront/data/synth"
)

// collector gathers rows over files and refuses what one file cannot see:
// rows that another file already had.
type collector struct {
	pool    *pool
	records []*data.RequestSet // the requests of some points
	names   *spellings
	sheets  map[sheetKey]map[string]sheetRow
	prices  []int // the price sheets among the inputs, kept or not
	listed  map[string]data.Source
	inputs  []string
	named   map[string]bool // files given by name
	looked  map[string]bool // their folders whose isofront.json was held against what lies there
	report  Report
	visited map[string]bool // files read, so that a file given twice is read once
	given   importer.Given  // what is said of every file
	today   string          // dates after this are remarkable
}

type sheetKey struct{ asOf, source string }

type sheetRow struct {
	data.PriceRow
	file string
}

func newCollector(given importer.Given) *collector {
	return &collector{
		given:   given,
		pool:    newPool(),
		names:   newSpellings(),
		sheets:  map[sheetKey]map[string]sheetRow{},
		listed:  map[string]data.Source{},
		named:   map[string]bool{},
		looked:  map[string]bool{},
		visited: map[string]bool{},
		today:   today(),
	}
}

// today is the date by this machine's clock, wherever on earth it is.
func today() string { return time.Now().UTC().Add(14 * time.Hour).Format(time.DateOnly) }

// addPaths reads files, folders and zips. Files in folders that are of no
// known format are skipped and counted; a file given by name must be known.
func (c *collector) addPaths(paths []string) error {
	if len(paths) == 0 {
		return errors.New("pack: no input given")
	}
	c.inputs = paths
	for _, root := range paths {
		info, err := os.Stat(root)
		if err != nil {
			return failure(err)
		}
		var t *importer.Tree
		switch {
		case info.IsDir():
			t, err = c.folder(root)
		case !info.Mode().IsRegular():
			err = failure(&importer.FileError{File: root, Err: errNotRegular})
		default:
			c.named[filepath.Clean(root)] = true
			t, err = c.file(root)
		}
		if err != nil {
			return err
		}
		skipped, err := t.Read(c.addResult)
		if err != nil {
			return fileFailure(err)
		}
		for _, w := range t.Warnings {
			if !slices.Contains(c.report.Warnings, w) { // of a folder and a file in it
				c.report.Warnings = append(c.report.Warnings, w)
			}
		}
		if !info.IsDir() && len(skipped) == 1 && skipped[0].File == filepath.Clean(root) {
			err := importer.ErrNotRecognised
			if why := skipped[0].Why; why != "no known format" {
				err = fmt.Errorf("%w: %s", err, why)
			}
			return failure(&importer.FileError{File: root, Err: err})
		}
		c.report.Skipped = append(c.report.Skipped, skipped...)
	}
	return nil
}

// tree is an empty tree of files in the folder dir.
func (c *collector) tree(dir string) *importer.Tree {
	dir = filepath.Clean(dir)
	t := &importer.Tree{Name: strings.TrimSuffix(dir, string(filepath.Separator)), Given: c.given, Deep: true}
	if dir == "." {
		t.Name = ""
	}
	t.Open = func(file string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, filepath.FromSlash(file))) }
	return t
}

// file is one file, with the sidecar beside it.
func (c *collector) file(path string) (*importer.Tree, error) {
	dir := filepath.Dir(path)
	t := c.tree(dir)
	if info, err := os.Stat(filepath.Join(dir, importer.SidecarName)); err == nil && info.Mode().IsRegular() {
		t.Files = append(t.Files, importer.SidecarName)
		// Once for a folder: of a thousand files by name each would be held against all.
		if t.Looked = c.looked[t.Name]; !t.Looked {
			c.looked[t.Name], t.Others = true, beside(dir)
		}
	}
	if c.first(path) {
		t.Files = append(t.Files, filepath.Base(path))
	}
	return t, nil
}

// beside is the names of the files in a folder and below it.
func beside(dir string) (names []string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, d.Name())
		}
		if len(names) > maxBeside {
			return filepath.SkipAll
		}
		return nil // what cannot be listed has no name
	})
	return names
}

// maxBeside is how many names are looked at.
const maxBeside = 1 << 16

var errNotRegular = errors.New("not a regular file")

// folder is the files in a folder and below it. Hidden ones are passed over.
// Links to files are followed, so that each file is read once under whatever
// names; links to folders are not, since they may go in circles.
func (c *collector) folder(root string) (*importer.Tree, error) {
	t := c.tree(root)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return failure(err)
		case path != root && strings.HasPrefix(d.Name(), "."): // hidden
			if d.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case d.IsDir():
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return failure(err)
		}
		rel = filepath.ToSlash(rel)
		switch why := whyPassed(path, d); {
		case why == emptyFile && d.Name() == importer.SidecarName:
			t.Files = append(t.Files, rel) // reading it says so
		case why != "":
			t.Left = append(t.Left, importer.Skip{File: rel, Why: why})
		case d.Name() == importer.SidecarName || c.first(path):
			t.Files = append(t.Files, rel)
		}
		return nil
	})
	return t, err
}

const emptyFile = "it is empty"

// whyPassed says why something in a folder is no file to read, "" when it is
// one.
func whyPassed(path string, d fs.DirEntry) string {
	link := d.Type()&fs.ModeSymlink != 0
	info, err := os.Stat(path)
	switch {
	case err != nil && link:
		return "a link that leads nowhere"
	case err != nil:
		return "" // reading it says why
	case info.IsDir():
		return "a link to a folder, not followed"
	case !info.Mode().IsRegular():
		return errNotRegular.Error()
	case info.Size() == 0:
		return emptyFile
	}
	return ""
}

// first reports whether a file has not been read yet under any name.
func (c *collector) first(path string) bool {
	real, err := filepath.Abs(path)
	if err != nil {
		return true
	}
	if at, err := filepath.EvalSymlinks(real); err == nil {
		real = at
	}
	if c.visited[real] {
		return false
	}
	c.visited[real] = true
	return true
}

func (c *collector) addShipped() error {
	c.inputs = []string{"the shipped sources"}
	files, err := fs.Glob(sources.Files(), "*")
	if err != nil {
		return failure(err)
	}
	t := &importer.Tree{Files: files, Open: func(file string) (io.ReadCloser, error) { return sources.Files().Open(file) }}
	skipped, err := t.Read(c.addResult)
	if err == nil && len(skipped) > 0 {
		err = &importer.FileError{File: skipped[0].File, Err: importer.ErrNotRecognised}
	}
	return fileFailure(err)
}

func (c *collector) addResult(res *importer.Result) error {
	in := Input{
		File: res.File, Format: res.Format, Kept: res.Kept, SourceUnnamed: res.SourceUnnamed, OfficialAssumed: res.OfficialAssumed,
		Refused: res.Refused, RefusedOf: res.RefusedOf.Of(res.Refused), Warnings: res.Warnings, WarningsOf: res.WarningsOf.Of(res.Warnings),
	}
	refuseAs := func(row int, column, reason, detail string) {
		in.Kept--
		in.RefusedOf.Log(&in.Refused, importer.Note{File: res.File, Row: row, Column: column, Reason: reason, Detail: detail})
	}
	refuse := func(row int, detail string) { refuseAs(row, "", importer.ReasonDuplicate, detail) }
	warn := func(row int, column, reason, detail string) {
		in.WarningsOf.Log(&in.Warnings, importer.Note{File: res.File, Row: row, Column: column, Reason: reason, Detail: detail})
	}
	keep := func(i int) {
		if res.Records != nil {
			c.records = append(c.records, res.Records[i])
		}
	}
	c.pool.add(res, keep, refuse, func(row int, detail string) { warn(row, "", reasonRunTwice, detail) })
	for i := range res.Points {
		p := &res.Points[i]
		c.names.point(p, res.File)
		if p.MeasuredOn > c.today {
			warn(res.PointRows[i], "measured_on", reasonFuture, p.MeasuredOn)
		}
	}
	for i, s := range res.Sheets {
		if s.AsOf > c.today && len(res.SheetRows[i]) > 0 {
			warn(res.SheetRows[i][0], "as_of", reasonFuture, s.AsOf)
		}
		rows := c.sheets[sheetKey{s.AsOf, s.Source}]
		if rows == nil {
			rows = map[string]sheetRow{}
			c.sheets[sheetKey{s.AsOf, s.Source}] = rows
		}
		for k, r := range s.Rows {
			if before, ok := rows[r.Hardware]; ok {
				if before.PriceRow != r {
					return fmt.Errorf("pack: %s: row %d: %s on %s contradicts %s",
						res.File, res.SheetRows[i][k], r.Hardware, s.AsOf, before.file)
				}
				refuse(res.SheetRows[i][k], "already in "+before.file)
				continue
			}
			if other := foldedIn(rows, r.Hardware); other != "" {
				refuseAs(res.SheetRows[i][k], "hardware", importer.ReasonLetterCase, fmt.Sprintf("%q, %q in %s", r.Hardware, other, rows[other].file))
				continue
			}
			rows[r.Hardware] = sheetRow{r, res.File}
			c.names.name(spelling{"hardware", r.Hardware}, res.File)
		}
		if len(rows) == 0 {
			delete(c.sheets, sheetKey{s.AsOf, s.Source})
		}
	}
	if res.Format == importer.PricesName {
		c.prices = append(c.prices, len(c.report.Inputs))
	}
	for _, s := range res.Sources {
		if before, ok := c.listed[s.ID]; ok && before != s {
			return fmt.Errorf("pack: %s: source %q is described differently elsewhere", res.File, s.ID)
		}
		c.listed[s.ID] = s
	}
	for _, list := range [][]importer.Note{in.Refused, in.Warnings} {
		slices.SortStableFunc(list, func(a, b importer.Note) int { return cmp.Compare(a.Row, b.Row) })
	}
	c.report.Inputs = append(c.report.Inputs, in)
	return nil
}

// describe fills in the price sheets and the sources of an index.
func (c *collector) describe(index *data.Index) error {
	if err := c.settlePrices(); err != nil {
		return err
	}
	used := map[string]bool{}
	for i := range c.pool.at {
		used[c.pool.point(i).Source] = true
	}
	for key, rows := range c.sheets {
		s := data.PriceSheet{AsOf: key.asOf, Source: key.source}
		for _, r := range rows {
			s.Rows = append(s.Rows, r.PriceRow)
		}
		index.Sheets = append(index.Sheets, s)
		used[key.source] = true
	}
	shipped, err := shippedList()
	if err != nil {
		return err
	}
	delete(used, "")
	for id := range used {
		s, ok := c.listed[id]
		if !ok {
			s, ok = shipped[id]
		}
		if !ok {
			// Of a source that nobody describes, the careful guess is that it
			// stands for itself, like an article: its points pool with no other's.
			s = data.Source{ID: id, Dated: true}
			c.report.UnknownSources = append(c.report.UnknownSources, id)
		}
		index.Sources = append(index.Sources, s)
	}
	slices.Sort(c.report.UnknownSources)
	c.report.Warnings = slices.Concat(c.report.Warnings, c.names.found, sheetDates(index.Sheets))
	slices.SortFunc(index.Bundles, func(a, b data.BundleEntry) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Workload, b.Workload))
	})
	return nil
}

func readShipped(name string) (*importer.Result, error) {
	f, err := sources.Files().Open(name)
	if err != nil {
		return nil, failure(err)
	}
	defer f.Close()
	res, err := importer.Read(name, f)
	if err != nil {
		return nil, failure(err)
	}
	return res, nil
}

func shippedList() (map[string]data.Source, error) {
	res, err := readShipped(sources.List)
	if err != nil {
		return nil, err
	}
	out := map[string]data.Source{}
	for _, s := range append(res.Sources, synth.Source()) {
		out[s.ID] = s
	}
	return out, nil
}

// nothing is the error for inputs without a single operating point.
func (c *collector) nothing() error {
	text := "pack: no benchmark results in " + strings.Join(c.inputs, ", ")
	refused, first := 0, importer.Note{}
	var others []string
	for i := range c.report.Inputs {
		in := &c.report.Inputs[i]
		if in.Kept > 0 {
			others = append(others, fmt.Sprintf("%s holds %s", in.File, in.Format))
			continue
		}
		if n := in.RefusedOf.Total(); n > 0 && refused == 0 {
			first = in.Refused[0]
		}
		refused += in.RefusedOf.Total()
	}
	switch {
	case refused == 1 && first.Row > 0:
		text += ": its only row is refused: " + first.String()
	case refused == 1:
		text += ": " + first.String()
	case refused > 1:
		text += fmt.Sprintf(": all %d rows are refused, the first: %s", refused, first)
	case len(others) > 0:
		text += ": " + strings.Join(others, ", ")
	case len(c.report.Skipped) > 0:
		text += ": " + c.report.Skipped[0].File + ": " + c.report.Skipped[0].Why
	}
	if len(c.report.Warnings) > 0 {
		text += "; " + c.report.Warnings[0]
	}
	return errors.New(text)
}

// fileFailure is failure for errors of a file; those of this package have the
// form already.
func fileFailure(err error) error {
	var file *importer.FileError
	if errors.As(err, &file) {
		return failure(err)
	}
	return err
}

// failure gives an error the form "pack: where: what".
func failure(err error) error {
	var file *importer.FileError
	if errors.As(err, &file) {
		return fmt.Errorf("pack: %s: %w", file.File, file.Err)
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("pack: %s: %w", path.Path, path.Err)
	}
	return fmt.Errorf("pack: %w", err)
}

// cause is a failure without the name of the file, where it has one.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}
