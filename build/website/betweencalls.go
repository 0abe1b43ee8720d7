package website

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Between calls: of TinyGo's runtime the modules use a copy that collects
// garbage only when it is told to, which is when no call into the module is
// under way and so nothing on the stack has to be kept. TinyGo keeps account of
// every pointer on the stack otherwise, at a fifth of a module's size and speed.
// During a call memory only grows.
//
// The copy takes the place of the collector called "leaking", for which TinyGo
// keeps no such account, and of the precise one it has everything else.

// betweenFile is added to the runtime.
const betweenFile = `//go:build gc.leaking

package runtime

// gcMarkReachable has no stack to mark: see collectBetweenCalls.
func gcMarkReachable() { findGlobals(markRoots) }

func gcResumeWorld() {}

// gcAtCollection is gcTotalAlloc at the last collection.
var gcAtCollection uint64

// collectBetweenCalls collects garbage when enough was allocated since the last
// time. Only what globals lead to stays: it is for the first line of an export.
func collectBetweenCalls() {
	if allocated := gcTotalAlloc - gcAtCollection; allocated > 1<<20 && allocated > uint64(heapEnd-heapStart)/8 {
		gcAtCollection = gcTotalAlloc
		GC()
	}
}
`

// betweenChanges are the changes of files of src/runtime: old text to new.
var betweenChanges = map[string][][2]string{
	"gc_leaking.go": {{"//go:build gc.leaking\n", "//go:build never\n"}},
	"gc_precise.go": {{"//go:build gc.precise\n", "//go:build gc.leaking\n"}},
	// No chance in the seeds of maps, which nothing here needs: the compiler then
	// forms those of the package unicode and others while it builds, and leaves
	// out what nothing uses: 60 KB. Without the C library's generator of random
	// numbers nothing of it is left that prints, another 25 KB.
	"hashmap.go": {
		{"		seed:       uintptr(fastrand()),\n", "		seed:       1,\n"},
		{"	n.seed = uintptr(fastrand())\n", "	n.seed = m.seed + 1\n"},
	},
	"runtime_tinygowasm.go": {{"	n |= uint64(libc_arc4random())\n	n |= uint64(libc_arc4random()) << 32\n	return n, true\n", "	return 0, false\n"}},
	"gc_blocks.go": {
		{"//go:build gc.conservative || gc.precise\n", "//go:build gc.leaking\n"},
		{"	var ranGC bool\n", ""},
		{`		if !ranGC {
			// Run the collector and try again.
			freeBytes := runGC()
			ranGC = true
			heapSize := uintptr(metadataStart) - heapStart
			if freeBytes < heapSize/3 {
				// Ensure there is at least 33% headroom.
				// This percentage was arbitrarily chosen, and may need to
				// be tuned in the future.
				growHeap()
			}
			continue
		}

`, ""},
	},
}

// betweenRoot prepares a TINYGOROOT with that runtime: links to TinyGo's own but
// for the files changed. An error says that this is another version than the
// changes were written for.
func (t *tinygo) betweenRoot(root string) (string, error) {
	dir := filepath.Join(root, "dist", "cache", "tinygo", "root-"+t.version)
	own := filepath.Join(t.root, "src", "runtime")
	files := map[string][]byte{"gc_between.go": []byte(betweenFile)}
	for name, changes := range betweenChanges {
		src, err := os.ReadFile(filepath.Join(own, name))
		if err != nil {
			return "", err
		}
		for _, c := range changes {
			if bytes.Count(src, []byte(c[0])) != 1 {
				return "", fmt.Errorf("%s: not the text that is to be changed", name)
			}
			src = bytes.Replace(src, []byte(c[0]), []byte(c[1]), 1)
		}
		files[name] = src
	}
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
