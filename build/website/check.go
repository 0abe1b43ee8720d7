package website

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"
)

// Findings is what Check found. Errors are what a reader of the site would
// meet; warnings are what its publisher should know.
type Findings struct {
	Errors, Warnings []string
	Manifest         Manifest
	Budget           []Line
}

// OK reports whether there is no error.
func (f *Findings) OK() bool { return len(f.Errors) == 0 }

func (f *Findings) fail(format string, args ...any) {
	f.Errors = append(f.Errors, fmt.Sprintf(format, args...))
}

func (f *Findings) warn(format string, args ...any) {
	f.Warnings = append(f.Warnings, fmt.Sprintf(format, args...))
}

// Check validates the site in dir against its manifest, its links, its data and
// the size budget. The error is only for what is not a site at all.
func Check(dir string) (*Findings, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	if m.Format != 1 {
		return nil, fmt.Errorf("website: %s: format %d: this isofront reads format 1", filepath.Join(dir, ManifestName), m.Format)
	}
	f := &Findings{Manifest: m}
	c := checker{f, os.DirFS(dir), map[string]File{}}
	for _, file := range m.Files {
		if !fs.ValidPath(file.Path) {
			f.fail("%s: %q is not a path inside the site", ManifestName, file.Path)
			continue
		}
		c.listed[file.Path] = file
		c.file(file)
	}
	c.unlisted()
	c.entries()
	c.links()
	c.data()
	f.Budget = budget(m)
	for _, l := range f.Budget {
		if l.Over() {
			f.fail("budget: %s: %s, allowed are %s", l.What, l.unit(l.Is), l.unit(l.Allowed))
		}
	}
	return f, nil
}

type checker struct {
	*Findings
	site   fs.FS
	listed map[string]File
}

// file compares one file and its siblings with the manifest.
func (c checker) file(f File) {
	content, err := fs.ReadFile(c.site, f.Path)
	if err != nil {
		c.fail("%s: is in %s and cannot be read: %v", f.Path, ManifestName, err)
		return
	}
	sum := sumOf(content)
	if sum != f.SHA256 || len(content) != f.Bytes {
		c.fail("%s: has %d bytes and hash %s, %s says %d and %.12s", f.Path, len(content), sum[:12], ManifestName, f.Bytes, f.SHA256)
		return
	}
	if strings.HasPrefix(f.Path, "assets/") && !strings.Contains(path.Base(f.Path), "."+sum[:12]+".") {
		c.fail("%s: does not carry its hash %s in its name: a browser would keep an older one", f.Path, sum[:12])
	}
	for suffix, want := range map[string]int{".br": f.Brotli, ".gz": f.Gzip} {
		packed, err := fs.ReadFile(c.site, f.Path+suffix)
		if want == 0 {
			if err == nil {
				c.fail("%s: is there, but not in %s", f.Path+suffix, ManifestName)
			}
			continue
		}
		if err != nil {
			c.fail("%s: is in %s and cannot be read: %v", f.Path+suffix, ManifestName, err)
			continue
		}
		back, err := unpack(suffix, packed, len(content))
		if err != nil || len(packed) != want || !bytes.Equal(back, content) {
			c.fail("%s: is not the compressed form of %s", f.Path+suffix, f.Path)
		}
	}
}

// unpack reads at most one byte more than the size it should have.
func unpack(suffix string, packed []byte, size int) ([]byte, error) {
	var r io.Reader = brotli.NewReader(bytes.NewReader(packed))
	if suffix == ".gz" {
		var err error
		if r, err = gzip.NewReader(bytes.NewReader(packed)); err != nil {
			return nil, err
		}
	}
	return io.ReadAll(io.LimitReader(r, int64(size)+1))
}

// unlisted warns of files that are not the site's: hosts want some, such as
// CNAME, so they are no error.
func (c checker) unlisted() {
	err := fs.WalkDir(c.site, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || p == ManifestName {
			return err
		}
		base := strings.TrimSuffix(strings.TrimSuffix(p, ".br"), ".gz")
		if _, ok := c.listed[base]; !ok {
			c.warn("%s: is not part of the site", p)
		}
		return nil
	})
	if err != nil {
		c.fail("%v", err)
	}
}

// entries checks that what the manifest names by role is there.
func (c checker) entries() {
	e := c.Manifest.Entry
	for role, p := range map[string]string{
		"app": e.App, "wasm": e.Wasm, "wasm_exec": e.WasmExec, "vugu_helper": e.VuguHelper, "style": e.Style,
		"the page": "index.html", "the answer to a wrong address": notFoundName,
	} {
		if _, ok := c.listed[p]; !ok {
			c.fail("%s: %s (%q) is not among its files", ManifestName, role, p)
		}
	}
	if e.Embed == "" {
		c.warn("there is no iso.wasm with its script: articles cannot embed this site's tables")
	}
}

// data opens the index and every bundle.
func (c checker) data() {
	e := c.Manifest.Entry
	if e.Index == "" {
		c.warn("the site holds no data")
		return
	}
	content, err := fs.ReadFile(c.site, e.Index)
	if err != nil {
		c.fail("%s: %v", e.Index, err)
		return
	}
	index, err := openIndex(e.Index, content, func(name string) ([]byte, error) {
		return fs.ReadFile(c.site, path.Join(path.Dir(e.Index), name))
	})
	if err != nil {
		c.fail("%v", err)
		return
	}
	if date := newest(index); date != c.Manifest.DataDate {
		c.fail("%s: data_date is %q, the index says %q", ManifestName, c.Manifest.DataDate, date)
	}
}
