package website

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceable says whether out may be replaced: it does not exist, is empty,
// or holds only files that its own manifest lists. Anything else is somebody's
// work, and is named.
func replaceable(out string) error {
	info, err := os.Lstat(out)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	if !info.IsDir() {
		return fmt.Errorf("website: %s: is there and is not a folder", out)
	}
	ours := map[string]bool{ManifestName: true}
	if m, err := readManifest(out); err == nil {
		for _, f := range m.Files {
			ours[f.Path], ours[f.Path+".br"], ours[f.Path+".gz"] = true, true, true
		}
	}
	return filepath.WalkDir(out, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("website: %w", err)
		}
		rel, _ := filepath.Rel(out, p)
		if d.IsDir() || ours[filepath.ToSlash(rel)] {
			return nil
		}
		return fmt.Errorf("website: %s: holds %s, which is not part of a site: give another folder or empty this one", out, rel)
	})
}

func readManifest(dir string) (Manifest, error) {
	text, err := os.ReadFile(filepath.Join(dir, ManifestName))
	if err != nil {
		return Manifest{}, fmt.Errorf("website: %w", err)
	}
	var m Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return Manifest{}, fmt.Errorf("website: %s: %w", ManifestName, err)
	}
	if m.Generator != generator {
		return Manifest{}, fmt.Errorf("website: %s: is not a manifest of an isofront site", ManifestName)
	}
	return m, nil
}

// stage is a new folder beside the output folder, on the same file system, so
// that a rename puts it in place.
type stage struct{ dir string }

func newStage(out string) (*stage, error) {
	parent := filepath.Dir(out)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	dir, err := os.MkdirTemp(parent, "."+filepath.Base(out)+"-new-")
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	if err := os.Chmod(dir, 0o755); err != nil { // MkdirTemp makes it private
		os.RemoveAll(dir)
		return nil, fmt.Errorf("website: %w", err)
	}
	return &stage{dir}, nil
}

// discard removes what is left of the stage; after replace that is nothing.
func (s *stage) discard() { os.RemoveAll(s.dir) }

func (s *stage) write(files map[string][]byte) error {
	for p, content := range files {
		file := filepath.Join(s.dir, filepath.FromSlash(p))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("website: %w", err)
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return fmt.Errorf("website: %w", err)
		}
	}
	return nil
}

// replace moves the stage to out. A file that appeared in out during the build
// stops it; when the second rename fails the first is taken back.
func (s *stage) replace(out string) error {
	if err := replaceable(out); err != nil {
		return err
	}
	old := s.dir + "-old"
	err := os.Rename(out, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("website: %w", err)
	}
	moved := err == nil
	if err := os.Rename(s.dir, out); err != nil {
		if moved {
			err = errors.Join(err, os.Rename(old, out))
		}
		return fmt.Errorf("website: %w", err)
	}
	if moved {
		if err := os.RemoveAll(old); err != nil {
			return fmt.Errorf("website: the old site: %w", err)
		}
	}
	return nil
}
