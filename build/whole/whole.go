// Package whole writes files that are either all there or as they were before: a
// reader of the old one keeps it, and nothing is left half-written.
package whole

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Write writes a file that is either all there or as it was before.
func Write(path string, content []byte) (err error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s: is a directory", path)
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), ".isofront-*")
	if err != nil {
		var p *os.PathError
		if errors.As(err, &p) {
			err = fmt.Errorf("%s: %w", path, p.Err)
		}
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(tmp.Name())
			err = fmt.Errorf("%s: %w", path, bareCause(err))
		}
	}()
	if _, err = tmp.Write(content); err == nil {
		err = tmp.Chmod(0o644)
	}
	if closing := tmp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	return err
}

// bareCause is the system's reason without the temporary name.
func bareCause(err error) error {
	var p *os.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		return p.Err
	case errors.As(err, &l):
		return l.Err
	}
	return err
}
