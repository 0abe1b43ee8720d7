package query

import (
	"errors"
	"unicode/utf8"
)

var errPattern = errors.New("query: not a valid pattern")

// Match reports whether a series name fits a glob, in which * stands for any
// text, slashes too, ? for one character and [..] for a class, letter case
// counting. A glob that is the name itself always fits. A malformed glob is an
// error. But for slashes that is path.Match, whose package is large.
func Match(glob, name string) (bool, error) {
	if glob == name {
		return true, nil
	}
	for g := glob; g != ""; {
		if g[0] == '*' {
			g = g[1:]
			continue
		}
		var ok bool
		if _, g, ok = one(g, 0); !ok {
			return false, errPattern
		}
	}
	// After a star, what follows it is tried at each place in turn. Only the last
	// star ever has to give way.
	star, from := "", ""
	starred := false
	for glob != "" || name != "" {
		if glob != "" && glob[0] == '*' {
			starred, glob = true, glob[1:]
			star, from = glob, name
			continue
		}
		if glob != "" && name != "" {
			c, size := utf8.DecodeRuneInString(name)
			if fits, rest, _ := one(glob, c); fits {
				glob, name = rest, name[size:]
				continue
			}
		}
		if !starred || from == "" {
			return false, nil
		}
		_, size := utf8.DecodeRuneInString(from)
		from = from[size:]
		glob, name = star, from
	}
	return true, nil
}

// one reports whether the first element of a glob, which is no star, stands for
// c, what of the glob follows it, and whether it is well formed.
func one(glob string, c rune) (fits bool, rest string, ok bool) {
	switch glob[0] {
	case '?':
		return true, glob[1:], true
	case '[':
		return class(glob[1:], c)
	case '\\':
		if glob = glob[1:]; glob == "" {
			return false, "", false
		}
	}
	r, size := utf8.DecodeRuneInString(glob)
	return r == c, glob[size:], true
}

// class is one for what follows a [: characters and ranges such as a-z up to the
// next ], after ^ those that it does not stand for. A backslash takes a meaning
// away.
func class(glob string, c rune) (fits bool, rest string, ok bool) {
	negated := glob != "" && glob[0] == '^'
	if negated {
		glob = glob[1:]
	}
	for n := 0; ; n++ {
		if n > 0 && glob[0] == ']' {
			return fits != negated, glob[1:], true
		}
		low, ok := member(&glob)
		high := low
		if ok && glob[0] == '-' {
			glob = glob[1:]
			high, ok = member(&glob)
		}
		if !ok {
			return false, "", false
		}
		fits = fits || low <= c && c <= high
	}
}

// member takes a character of a class, after which something must follow.
func member(glob *string) (c rune, ok bool) {
	g := *glob
	if g == "" || g[0] == '-' || g[0] == ']' {
		return 0, false
	}
	if g[0] == '\\' {
		g = g[1:]
	}
	c, size := utf8.DecodeRuneInString(g)
	*glob = g[size:]
	return c, *glob != "" && !(c == utf8.RuneError && size == 1)
}
