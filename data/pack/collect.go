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

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/sources"
)

// collector gathers rows over files and refuses what one file cannot see:
// rows that another file already had.
type collector struct {
	points  []data.Point
	from    []string           // the file of each point
	records []*data.RequestSet // the requests of some of them
	sheets  map[sheetKey]map[string]sheetRow
	listed  map[string]data.Source
	inputs  []string
	report  Report
	seen    *importer.PointSet
	visited map[string]bool // files read, so that a file given twice is read once
	given   importer.Given  // what is said of every file
}

type sheetKey struct{ asOf, source string }

type sheetRow struct {
	data.PriceRow
	file string
}

func newCollector(given importer.Given) *collector {
	return &collector{
		given:   given,
		sheets:  map[sheetKey]map[string]sheetRow{},
		listed:  map[string]data.Source{},
		seen:    importer.NewPointSet(),
		visited: map[string]bool{},
	}
}

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
		if info.IsDir() {
			t, err = c.folder(root)
		} else {
			t, err = c.file(root)
		}
		if err != nil {
			return err
		}
		skipped, err := t.Read(c.addResult)
		if err != nil {
			return fileFailure(err)
		}
		if !info.IsDir() && slices.Equal(skipped, []string{filepath.Clean(root)}) {
			return failure(&importer.FileError{File: root, Err: importer.ErrNotRecognised})
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
	}
	if c.first(path) {
		t.Files = append(t.Files, filepath.Base(path))
	}
	return t, nil
}

// folder is the files in a folder and below it. Hidden ones are passed over,
// links are not followed.
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
		case !d.Type().IsRegular():
			c.report.Skipped = append(c.report.Skipped, path)
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return failure(err)
		}
		if d.Name() == importer.SidecarName || c.first(path) {
			t.Files = append(t.Files, filepath.ToSlash(rel))
		}
		return nil
	})
	return t, err
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
		err = &importer.FileError{File: skipped[0], Err: importer.ErrNotRecognised}
	}
	return fileFailure(err)
}

func (c *collector) addResult(res *importer.Result) error {
	in := Input{File: res.File, Format: res.Format, Kept: res.Kept, Refused: res.Refused, Warnings: res.Warnings}
	refuse := func(row int, detail string) {
		in.Kept--
		in.Refused = append(in.Refused, importer.Note{File: res.File, Row: row, Reason: importer.ReasonDuplicate, Detail: detail})
	}
	for i := range res.Points {
		p := &res.Points[i]
		if at := c.seen.Find(c.points, p); at >= 0 {
			refuse(res.PointRows[i], "already in "+c.from[at])
			continue
		}
		c.points = append(c.points, *p)
		c.from = append(c.from, res.File)
		if res.Records != nil {
			c.records = append(c.records, res.Records[i])
		}
	}
	for i, s := range res.Sheets {
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
			rows[r.Hardware] = sheetRow{r, res.File}
		}
	}
	for _, s := range res.Sources {
		if before, ok := c.listed[s.ID]; ok && before != s {
			return fmt.Errorf("pack: %s: source %q is described differently elsewhere", res.File, s.ID)
		}
		c.listed[s.ID] = s
	}
	slices.SortStableFunc(in.Refused, func(a, b importer.Note) int { return cmp.Compare(a.Row, b.Row) })
	c.report.Inputs = append(c.report.Inputs, in)
	return nil
}

// describe fills in the price sheets and the sources of an index.
func (c *collector) describe(index *data.Index) error {
	if len(c.sheets) == 0 {
		if err := c.shippedSheets(); err != nil {
			return err
		}
		c.report.ShippedPrices = true
	}
	used := map[string]bool{}
	for _, p := range c.points {
		used[p.Source] = true
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

func (c *collector) shippedSheets() error {
	res, err := readShipped(sources.Prices)
	if err != nil {
		return err
	}
	for _, s := range res.Sheets {
		rows := map[string]sheetRow{}
		for _, r := range s.Rows {
			rows[r.Hardware] = sheetRow{r, sources.Prices}
		}
		c.sheets[sheetKey{s.AsOf, s.Source}] = rows
	}
	return nil
}

func shippedList() (map[string]data.Source, error) {
	res, err := readShipped(sources.List)
	if err != nil {
		return nil, err
	}
	out := map[string]data.Source{}
	for _, s := range res.Sources {
		out[s.ID] = s
	}
	return out, nil
}

// nothing is the error for inputs without a single operating point.
func (c *collector) nothing() error {
	refused := 0
	for _, in := range c.report.Inputs {
		refused += len(in.Refused)
	}
	where := strings.Join(c.inputs, ", ")
	if refused > 0 {
		first := ""
		for _, in := range c.report.Inputs {
			if len(in.Refused) > 0 {
				first = in.Refused[0].String()
				break
			}
		}
		return fmt.Errorf("pack: no benchmark results in %s: all %d rows refused, the first: %s", where, refused, first)
	}
	return fmt.Errorf("pack: no benchmark results in %s", where)
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
