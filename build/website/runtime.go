package website

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// changedRuntime is a copy of TinyGo's runtime with changes, for the modules.
type changedRuntime struct {
	name    string
	gc      string              // the collector whose place it takes
	changes map[string][]change // of files of src/runtime
	added   string              // a file more
}

// change is old text and new.
type change [2]string

// commonChanges are those of every module.
var commonChanges = map[string][]change{
	// No chance in the seeds of maps, which nothing here needs: the compiler then
	// forms those of the package unicode and others while it builds, and leaves
	// out what nothing uses: 60 KB. Without the C library's generator of random
	// numbers nothing of it is left that prints, another 25 KB.
	"hashmap.go": {
		{"		seed:       uintptr(fastrand()),\n", "		seed:       1,\n"},
		{"	n.seed = uintptr(fastrand())\n", "	n.seed = m.seed + 1\n"},
		{"		return hashmapStringHash(x.String(), seed)\n", "		return hashmapStringHash(textOf(x), seed)\n"},
	},
	// Texts are compared without what would write any other type: 4 KB.
	"interface.go": {
		{"		return x.String() == y.String()\n", "		return textOf(x) == textOf(y)\n"},
		{"// interfaceTypeAssert is called", "func textOf(v reflectlite.Value) string {\n	i := valueInterfaceUnsafe(v)\n	return *(*string)((*_interface)(unsafe.Pointer(&i)).value)\n}\n\n// interfaceTypeAssert is called"},
	},
	"runtime_tinygowasm.go": {{"	n |= uint64(libc_arc4random())\n	n |= uint64(libc_arc4random()) << 32\n	return n, true\n", "	return 0, false\n"}},
}

// changedRoot prepares a TINYGOROOT with such a runtime: links to TinyGo's own but
// for the files changed. An error says that this is another version than the
// changes were written for.
func (t *tinygo) changedRoot(root string, r changedRuntime) (string, error) {
	own := filepath.Join(t.root, "src", "runtime")
	files := map[string][]byte{"gc_" + r.name + ".go": []byte(r.added)}
	for _, all := range []map[string][]change{commonChanges, r.changes} {
		for name, changes := range all {
			src := files[name]
			if src == nil {
				var err error
				if src, err = os.ReadFile(filepath.Join(own, name)); err != nil {
					return "", err
				}
			}
			for _, c := range changes {
				if bytes.Count(src, []byte(c[0])) != 1 {
					return "", fmt.Errorf("%s: not the text that is to be changed", name)
				}
				src = bytes.Replace(src, []byte(c[0]), []byte(c[1]), 1)
			}
			files[name] = src
		}
	}
	sum := sha256.New() // of what another state of the changes left nothing stays
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	// With a dot before its name, ./... leaves it out.
	dir := filepath.Join(root, "dist", "cache", ".tinygo", r.name+"-"+t.version+"-"+hex.EncodeToString(sum.Sum(nil))[:8])
	// TinyGo takes a link to a folder for a file, so below src only files are links.
	err := filepath.WalkDir(t.root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(t.root, path)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, below)
		if e.IsDir() && (below == "." || strings.HasPrefix(below+"/", "src/")) {
			return os.MkdirAll(to, 0o777)
		}
		if files[e.Name()] == nil || filepath.Dir(path) != own {
			err = link(path, to)
		}
		if err == nil && e.IsDir() {
			err = fs.SkipDir
		}
		return err
	})
	if err != nil {
		return "", err
	}
	changed := filepath.Join(dir, "src", "runtime")
	for name, content := range files {
		if err := writeIfNew(filepath.Join(changed, name), content); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// link makes a link where there is not that one already.
func link(target, at string) error {
	if old, err := os.Readlink(at); err == nil && old == target {
		return nil
	}
	os.Remove(at)
	return os.Symlink(target, at)
}
