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
	"time"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/sources"
)

// collector gathers rows over files and refuses what one file cannot see:
// rows that another file already had.
type collector struct {
	pool    *pool
	records []*data.RequestSet // the requests of some points
	names   *spellings
	sheets  map[sheetKey]sheet
	prices  []int // the price sheets among the inputs, kept or not
	listed  map[string]data.Source
	inputs  []string
	named   map[string]bool // files given by name
	sides   importer.Sidecars
	report  Report
	visited map[string]bool // files read, so that a file given twice is read once
	given   importer.Given  // what is said of every file
	today   string          // dates after this are remarkable
}

func newCollector(given importer.Given) *collector {
	return &collector{
		given:   given,
		pool:    newPool(),
		names:   newSpellings(),
		sheets:  map[sheetKey]sheet{},
		listed:  map[string]data.Source{},
		named:   map[string]bool{},
		sides:   importer.Sidecars{},
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
		c.report.Warnings = append(c.report.Warnings, t.Warnings...)
		alone := !info.IsDir() && len(t.Left) == 0 && len(skipped) == 1 && skipped[0].File == filepath.Clean(root)
		// Of what is cut short among others nobody can tell what it was.
		if alone && (t.Whole || skipped[0].Why != importer.CutShort) {
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

func (c *collector) addShipped() error {
	c.inputs = []string{"the shipped sources"}
	files, err := fs.Glob(sources.Files(), "*")
	if err != nil {
		return failure(err)
	}
	t := &importer.Tree{Whole: true, Files: files, Open: func(file string) (io.ReadCloser, error) { return sources.Files().Open(file) }}
	skipped, err := t.Read(c.addResult)
	if err == nil && len(skipped) > 0 {
		err = &importer.FileError{File: skipped[0].File, Err: importer.ErrNotRecognised}
	}
	return fileFailure(err)
}

func (c *collector) addResult(res *importer.Result) error {
	in := Input{
		File: res.File, Format: res.Format, Kept: res.Kept, SourceUnnamed: res.SourceUnnamed, OfficialAssumed: res.OfficialAssumed, UnofficialAssumed: res.UnofficialAssumed,
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
		if res.Records != nil && res.Records[i] != nil {
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
	if err := c.addSheets(res, warn, refuseAs); err != nil {
		return err
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
