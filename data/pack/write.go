package pack

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/isofront/isofront/data/importer"
)

// Pack packs files and folders into the folder out. Everything is written
// beside out first and takes its place at the end, so that a failure leaves
// out as it was. An existing out may hold nothing but earlier output of pack,
// which is replaced.
func Pack(inputs []string, out string) (*Report, error) {
	return PackGiven(importer.Given{}, inputs, out)
}

// PackGiven is Pack with what the reader says of every result file.
func PackGiven(given importer.Given, inputs []string, out string) (*Report, error) {
	if err := CheckOut(out); err != nil {
		return nil, err
	}
	files, report, err := BuildGiven(given, inputs...)
	if err != nil {
		return nil, err
	}
	if err := Write(files, out); err != nil {
		return nil, err
	}
	return report, nil
}

// CheckOut refuses an output folder that holds anything that is not ours.
func CheckOut(out string) error {
	if out == "" {
		return errors.New("pack: no output folder given")
	}
	entries, err := os.ReadDir(out)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return failure(err)
	}
	// The folder is replaced by another of its name, which would leave who works in it in none.
	if here, err := os.Getwd(); err == nil {
		if at, err := filepath.Abs(out); err == nil && (at == here || strings.HasPrefix(here, at+string(filepath.Separator))) {
			return fmt.Errorf("pack: %s: is the folder that this runs in, or above it; name another, such as bundles", out)
		}
	}
	for _, e := range entries {
		// A run that was killed while it refilled a folder may leave a file
		// under its passing name.
		if !e.Type().IsRegular() || !IsOurs(strings.TrimPrefix(e.Name(), stagePrefix)) {
			return fmt.Errorf("pack: %s: holds %s, which isofront did not write; give an empty folder", out, e.Name())
		}
	}
	return nil
}

// Write puts files into the folder out in one step, under the conditions of
// Pack.
func Write(files Files, out string) (err error) {
	if err := CheckOut(out); err != nil {
		return err
	}
	if real, err := filepath.EvalSymlinks(out); err == nil {
		out = real // a link to a folder stays a link
	}
	if out, err = filepath.Abs(out); err != nil {
		return failure(err)
	}
	if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
		return failure(err)
	}
	stage, err := os.MkdirTemp(filepath.Dir(out), stagePrefix)
	if err != nil {
		return fmt.Errorf("pack: %s: is put in place whole, from a folder beside it, and none can be made there: %w", out, cause(err))
	}
	defer func() {
		if cleanup := removeStage(stage); err == nil && cleanup != nil {
			err = failure(cleanup)
		}
	}()
	removeStale(filepath.Dir(out), time.Now().Add(-staleAfter))
	fresh := filepath.Join(stage, stageNew) // made by Mkdir, so that it has the user's usual mode
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return failure(err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(fresh, name), content, 0o666); err != nil {
			return failure(err)
		}
	}
	if err := swap(fresh, out, filepath.Join(stage, stageOld)); err != nil {
		return failure(err)
	}
	return nil
}

// swap puts the folder fresh in the place of out, which moves to old.
func swap(fresh, out, old string) error {
	info, err := os.Stat(out)
	if errors.Is(err, os.ErrNotExist) {
		return os.Rename(fresh, out)
	}
	if err != nil {
		return err
	}
	if err := os.Chmod(fresh, info.Mode().Perm()); err != nil {
		return err
	}
	if os.Rename(out, old) != nil {
		return refill(fresh, out) // something is mounted there
	}
	if err := os.Rename(fresh, out); err != nil {
		return errors.Join(err, os.Rename(old, out))
	}
	return nil
}

// FindIndex returns the path of the one index in a folder of bundles.
func FindIndex(dir string) (string, error) {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return "", fmt.Errorf("pack: %s: not a folder", dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", failure(err)
	}
	var found []string
	for _, e := range entries {
		if ok, _ := filepath.Match("index.*.msgpack", e.Name()); ok && IsOurs(e.Name()) {
			found = append(found, e.Name())
		}
	}
	switch len(found) {
	case 0:
		return "", fmt.Errorf("pack: %s: no index here; make one with isofront pack", dir)
	case 1:
		return filepath.Join(dir, found[0]), nil
	}
	return "", fmt.Errorf("pack: %s: more than one index: %s and %s", dir, found[0], found[1])
}
