package main

import "strings"

// filled puts args in the places that % marks in a pattern, as they are: the pieces
// joined by + would be several times the code.
func filled(pattern string, args ...string) string {
	var b strings.Builder
	for _, arg := range args {
		before, after, _ := strings.Cut(pattern, "%")
		b.WriteString(before)
		b.WriteString(arg)
		pattern = after
	}
	b.WriteString(pattern)
	return b.String()
}

// markup is filled for HTML whose args are text: they are escaped.
func markup(pattern string, args ...string) string {
	escaped := make([]string, len(args))
	for i, arg := range args {
		escaped[i] = text(arg)
	}
	return filled(pattern, escaped...)
}

// part is what an element of the page holds: HTML, or the value of a field.
type part struct{ id, content string }
