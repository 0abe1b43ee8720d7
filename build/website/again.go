package website

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A site of the same sources, data and compiler has the same bytes, so that one
// that was built before need not be built again. Each lies in one archive, under
// the hash of all that it was made from.

// mostKept is how many sites stay, of about 50 MB each: those used last.
const mostKept = 3

// KeptFolder is where sites are kept below the user's cache folder; "" where there
// is none.
func KeptFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "isofront", "sites")
}

// madeFrom are the folders below the module's root, and the files in it, that a
// site is built from. What npm installed is known by its own list.
var madeFrom = []string{
	"build", "core", "data", "site", "wasm", "go.mod", "go.sum", "tsconfig.json", "package-lock.json", "node_modules/.package-lock.json",
}

// keyOf hashes what a site of this data is made from: this program, the compiler,
// the sources but for tests, and the data.
func (b *builder) keyOf(data map[string][]byte) (string, error) {
	sum := sha256.New()
	tinygo := ""
	if b.tinygo != nil {
		tinygo = b.tinygo.version
	}
	fmt.Fprintln(sum, b.tool.version, b.Compiler, tinygo, b.Site, b.Wasm, b.Quick)
	add := func(name, file string) error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil {
			return err
		}
		fmt.Fprintf(sum, "%q %d\n", name, info.Size())
		_, err = io.Copy(sum, f)
		return err
	}
	program, err := os.Executable()
	if err == nil {
		err = add("program", program)
	}
	if err != nil {
		return "", err
	}
	for _, name := range madeFrom {
		top := filepath.Join(b.tool.root, filepath.FromSlash(name))
		err := filepath.WalkDir(top, func(p string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(b.tool.root, p)
			switch {
			case err != nil:
				return err
			case p != top && strings.HasPrefix(d.Name(), "."), d.IsDir() && d.Name() == "node_modules":
				if d.IsDir() {
					return filepath.SkipDir
				}
				return nil
			case !d.Type().IsRegular() || strings.HasSuffix(p, "_test.go"):
				return nil
			}
			return add(filepath.ToSlash(rel), p)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // not every tree has all of them
			return "", err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		fmt.Fprintf(sum, "%q %s\n", name, sumOf(data[name]))
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// again takes a kept site and reports whether it did. A damaged one is not used:
// archives have checksums, and the manifest hashes.
func (b *builder) again(key string) bool {
	file := filepath.Join(b.Kept, key+".zip")
	archive, err := zip.OpenReader(file)
	if err != nil {
		return false
	}
	defer archive.Close()
	files := map[string][]byte{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			return false
		}
		content, err := io.ReadAll(r)
		r.Close()
		if err != nil || !fs.ValidPath(f.Name) {
			return false
		}
		files[f.Name] = content
	}
	var m Manifest
	var warnings []string
	if json.Unmarshal(files[ManifestName], &m) != nil || json.Unmarshal([]byte(archive.Comment), &warnings) != nil || len(m.Files) == 0 {
		return false
	}
	for _, f := range m.Files {
		if sumOf(files[f.Path]) != f.SHA256 {
			return false
		}
	}
	now := time.Now()
	os.Chtimes(file, now, now) // used: stays for longer
	b.files, b.manifest, b.warnings = files, m, warnings
	b.log("nothing changed since this site was built: taken from %s", file)
	return true
}

// keepSite stores the site and drops those that were not used for long. Failures
// are of no consequence: the next build takes its time again.
func (b *builder) keepSite(key string) {
	warnings, err := json.Marshal(b.warnings)
	if err != nil || os.MkdirAll(b.Kept, 0o755) != nil {
		return
	}
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		// Stored: most of it is compressed already.
		w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = w.Write(b.files[name])
		}
		if err != nil {
			return
		}
	}
	if archive.SetComment(string(warnings)) != nil || archive.Close() != nil {
		return
	}
	tmp, err := os.CreateTemp(b.Kept, ".new-")
	if err != nil {
		return
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(out.Bytes())
	if err2 := tmp.Close(); err != nil || err2 != nil {
		return
	}
	if os.Rename(tmp.Name(), filepath.Join(b.Kept, key+".zip")) == nil {
		b.dropOld()
	}
}

// dropOld leaves the sites used last, and none that was not used for long.
func (b *builder) dropOld() {
	entries, _ := os.ReadDir(b.Kept)
	var found []fs.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			found = append(found, info)
		}
	}
	slices.SortFunc(found, func(a, b fs.FileInfo) int { return cmp.Compare(b.ModTime().UnixNano(), a.ModTime().UnixNano()) })
	for i, info := range found {
		if i >= mostKept || time.Since(info.ModTime()) > keepFor {
			os.Remove(filepath.Join(b.Kept, info.Name()))
		}
	}
}
