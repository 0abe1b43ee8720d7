package website

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/isofront/isofront/data"
)

var indexName = regexp.MustCompile(`^index(\.[0-9a-f]{12})?\.msgpack$`)

// addData takes over the index and the bundles it lists, under the names that
// packing gave them, since the index refers to them by name. Each is opened
// first: a site with a damaged bundle is not built.
func (b *builder) addData(context.Context) error {
	files := b.Data
	if files == nil && b.DataDir != "" {
		var err error
		if files, err = readPacked(b.DataDir); err != nil {
			return err
		}
	}
	if len(files) == 0 {
		b.warn("no data given: the site is built without any")
		return nil
	}
	var indexes, rest []string
	for name := range files {
		if indexName.MatchString(name) {
			indexes = append(indexes, name)
		} else {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	switch len(indexes) {
	case 1:
	case 0:
		return fmt.Errorf("website: data: %d files but no index (index.msgpack): run isofront pack", len(files))
	default:
		slices.Sort(indexes)
		return fmt.Errorf("website: data: %d indexes (%s): which one is meant?", len(indexes), strings.Join(indexes, ", "))
	}
	content := files[indexes[0]]
	index, err := openIndex(indexes[0], content, func(name string) ([]byte, error) {
		if f, ok := files[name]; ok {
			return f, nil
		}
		return nil, fs.ErrNotExist
	})
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	b.dataDate = newest(index)
	b.entry.Index = path.Join("data", hashedName("index.msgpack", content))
	b.files[b.entry.Index] = content
	for _, e := range index.Bundles {
		b.files[path.Join("data", e.File)] = files[e.File]
	}
	for _, e := range index.Requests {
		b.files[path.Join("data", e.File)] = files[e.File]
	}
	for _, name := range rest {
		if _, listed := b.files[path.Join("data", name)]; !listed {
			b.warn("%s is not in the index: left out", name)
		}
	}
	return nil
}

// openIndex opens an index and every bundle it lists, read by read, and
// compares each with what the index says of it.
func openIndex(name string, content []byte, read func(string) ([]byte, error)) (*data.Index, error) {
	_, index, _, err := data.OpenFile(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if index == nil {
		return nil, fmt.Errorf("%s: is a bundle, not an index", name)
	}
	for _, e := range index.Bundles {
		// The index is not ours to trust: its names become paths.
		if path.Base(e.File) != e.File || !fs.ValidPath(e.File) || e.File == "." {
			return nil, fmt.Errorf("%s: bundle name %q is not a plain file name", name, e.File)
		}
		file, err := read(e.File)
		if err != nil {
			return nil, fmt.Errorf("%s, listed in %s: %w", e.File, name, err)
		}
		if sum := sumOf(file); sum != e.SHA256 {
			return nil, fmt.Errorf("%s: its hash is %s, %s says %s", e.File, sum[:12], name, e.SHA256)
		}
		_, _, bundle, err := data.OpenFile(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.File, err)
		}
		if bundle == nil {
			return nil, fmt.Errorf("%s: is an index, not a bundle", e.File)
		}
	}
	for _, e := range index.Requests { // their names have been checked to be plain
		file, err := read(e.File)
		if err != nil {
			return nil, fmt.Errorf("%s, listed in %s: %w", e.File, name, err)
		}
		set, err := data.OpenRequests(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.File, err)
		}
		if set.SHA256() != e.SHA256 {
			return nil, fmt.Errorf("%s: its hash is %s, %s says %s", e.File, set.SHA256()[:12], name, e.SHA256)
		}
	}
	return index, nil
}

// newest returns the newest date measured in any bundle, "" when none is known.
func newest(index *data.Index) string {
	var date string
	for _, b := range index.Bundles {
		for _, s := range b.Series {
			date = max(date, s.Last) // YYYY-MM-DD sorts as text
		}
	}
	return date
}

func readPacked(dir string) (map[string][]byte, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	files := map[string][]byte{}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".msgpack" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("website: %w", err)
		}
		files[e.Name()] = content
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("website: %s holds no packed files (*.msgpack): run isofront pack", dir)
	}
	return files, nil
}
