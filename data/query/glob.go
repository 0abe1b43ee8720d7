package query

import (
	"path"
	"strings"
)

// Match reports whether a series name fits a glob, in which * stands for any
// text, slashes too, ? for one character and [..] for a class, letter case
// counting. A glob that is the name itself always fits. A malformed glob is an
// error.
func Match(glob, name string) (bool, error) {
	if glob == name {
		return true, nil
	}
	// path.Match stops * at a slash; a series name is one word here.
	flat := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	return path.Match(flat(glob), flat(name))
}
