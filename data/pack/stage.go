package pack

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A folder is packed in a stage beside it: .isofront-new- and digits, with the
// fresh files in one folder and those that they replace in another.
const (
	stagePrefix = ".isofront-new-"
	stageNew    = "new"
	stageOld    = "old"

	staleAfter = time.Hour
)

// removeStage removes a stage. Its folders have the mode of the output, which
// may forbid that.
func removeStage(stage string) error {
	var err error
	for _, part := range []string{stageNew, stageOld} {
		if info, statErr := os.Lstat(filepath.Join(stage, part)); statErr == nil && info.IsDir() && info.Mode().Perm()&0o700 != 0o700 {
			err = errors.Join(err, os.Chmod(filepath.Join(stage, part), info.Mode().Perm()|0o700))
		}
	}
	return errors.Join(err, os.RemoveAll(stage))
}

// removeStale removes the stages in a folder that a killed run left there before
// a time. What is not a stage to the last file stays, and so does one that was
// caught between moving the old files out and the fresh ones in: it may hold the
// only copy of either. Nothing depends on success, so nothing is reported.
func removeStale(parent string, before time.Time) {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		digits, ok := strings.CutPrefix(e.Name(), stagePrefix)
		if !ok || !e.IsDir() || digits == "" || strings.Trim(digits, "0123456789") != "" {
			continue
		}
		if stage := filepath.Join(parent, e.Name()); isStale(stage, before) {
			_ = removeStage(stage)
		}
	}
}

// isStale reports whether a folder is a stage that nothing has touched since
// before.
func isStale(stage string, before time.Time) bool {
	parts, err := os.ReadDir(stage)
	if err != nil || !olderThan(stage, before) {
		return false
	}
	full := 0
	for _, part := range parts {
		dir := filepath.Join(stage, part.Name())
		if !part.IsDir() || part.Name() != stageNew && part.Name() != stageOld || !olderThan(dir, before) {
			return false
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			return false
		}
		for _, f := range files {
			if !f.Type().IsRegular() || !IsOurs(f.Name()) || !olderThan(filepath.Join(dir, f.Name()), before) && part.Name() == stageNew {
				return false
			}
		}
		if len(files) > 0 {
			full++
		}
	}
	return full < 2
}

func olderThan(path string, before time.Time) bool {
	info, err := os.Lstat(path)
	return err == nil && info.ModTime().Before(before)
}
