package pack

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/isofront/isofront/data/importer"
)

// nothing is the error for inputs without a single operating point.
func (c *collector) nothing() error {
	text := "pack: no benchmark results in " + strings.Join(c.inputs, ", ")
	refused, whole, first, unreadable := 0, 0, importer.Note{}, false
	var others []string
	for i := range c.report.Inputs {
		in := &c.report.Inputs[i]
		if in.Kept > 0 {
			others = append(others, fmt.Sprintf("%s holds %s", in.File, in.Format))
			continue
		}
		n := in.RefusedOf.Total()
		if in.Format == importer.Unreadable {
			whole++
		}
		// What a row lacks can be given; what is cut short cannot be mended.
		if n > 0 && (refused == 0 || unreadable && in.Format != importer.Unreadable) {
			first, unreadable = in.Refused[0], in.Format == importer.Unreadable
		}
		refused += n
	}
	switch {
	case refused == 1 && first.Row > 0:
		text += ": its only row is refused: " + first.String()
	case refused == 1:
		text += ": " + first.String()
	case refused > 1 && refused == whole:
		text += fmt.Sprintf(": none of %d files can be read, the first: %s", refused, first)
	case refused > 1 && whole > 0:
		text += fmt.Sprintf(": all rows are refused, the first: %s; of the files %d cannot be read", first, whole)
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
