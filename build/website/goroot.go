package website

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A regular expression may name any of Unicode's scripts and categories by a text,
// so a module that has regular expressions has all of their tables: a tenth of the one that
// checks tables. Of letters and numbers it makes use, by \pL and \pN.
const (
	regexpFile = "regexp/syntax/parse.go"
	classes    = "func unicodeTable(name string) (tab, fold *unicode.RangeTable, sign int) {\n"
	ourClasses = `	switch name {
	case "L":
		return unicode.L, unicode.FoldCategory["L"], +1
	case "N":
		return unicode.N, nil, +1
	}
	return nil, nil, 0`
)

// leanGoroot prepares a GOROOT in which regular expressions know \pL and \pN and no
// other class: links to Go's own but for that file. An error says that this is another
// Go than the change was written for.
func leanGoroot(ctx context.Context, root string) (string, error) {
	out, err := goCommand(ctx, root, nil, "env", "GOROOT")
	if err != nil {
		return "", err
	}
	own := strings.TrimSpace(string(out))
	src, err := os.ReadFile(filepath.Join(own, "src", filepath.FromSlash(regexpFile)))
	if err != nil {
		return "", err
	}
	before, rest, found := bytes.Cut(src, []byte(classes))
	_, after, ends := bytes.Cut(rest, []byte("\n}\n"))
	if !found || !ends {
		return "", fmt.Errorf("%s: not the text that is to be changed", regexpFile)
	}
	src = slices.Concat(before, []byte(classes+ourClasses+"\n}\n"), after)
	sum := sha256.Sum256(append([]byte(own+"\n"), src...))
	dir := filepath.Join(root, "dist", "cache", ".tinygo", "go-"+hex.EncodeToString(sum[:])[:8])
	// Folders down to the file are folders, what is beside them is a link.
	for at, rest := "", path.Join("src", regexpFile); ; {
		entries, err := os.ReadDir(filepath.Join(own, at))
		if err != nil {
			return "", err
		}
		if err := os.MkdirAll(filepath.Join(dir, at), 0o777); err != nil {
			return "", err
		}
		next, below, more := strings.Cut(rest, "/")
		for _, e := range entries {
			if e.Name() == next {
				continue
			}
			if err := link(filepath.Join(own, at, e.Name()), filepath.Join(dir, at, e.Name())); err != nil {
				return "", err
			}
		}
		if at = filepath.Join(at, next); !more {
			return dir, writeIfNew(filepath.Join(dir, at), src)
		}
		rest = below
	}
}
