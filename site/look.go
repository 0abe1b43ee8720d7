package main

import (
	"strings"

	"github.com/vugu/vugu"
)

// A series is told apart by colour, dash and marker together, so that no one
// of them has to be seen. The periods share no factor below 40 series.
var (
	dashes  = []string{"", "7 4", "2 3", "10 3 2 3", "5 2"}
	markers = []string{
		"M4 0A4 4 0 1 1-4 0A4 4 0 1 1 4 0Z",
		"M-3.6-3.6H3.6V3.6H-3.6Z",
		"M0-5L4.8 3.4H-4.8Z",
		"M0-5.2L5.2 0 0 5.2-5.2 0Z",
		"M0 5L4.8-3.4H-4.8Z",
		"M-1.6-4.6H1.6V-1.6H4.6V1.6H1.6V4.6H-1.6V1.6H-4.6V-1.6H-1.6Z",
		"M-4.6-1.8L-1.8-4.6 0-2.8 1.8-4.6 4.6-1.8 2.8 0 4.6 1.8 1.8 4.6 0 2.8-1.8 4.6-4.6 1.8-2.8 0Z",
	}
)

// colours is how many the style sheet defines, as classes s0, s1, ...
const colours = 8

func dash(i int) string   { return dashes[i%len(dashes)] }
func marker(i int) string { return markers[i%len(markers)] }

// looks gives every series its look: those on show at first get the first ones,
// so that they differ in colour, and none changes while curves come and go.
func looks(first []bool) []int {
	out := make([]int, len(first))
	next := 0
	for _, pass := range []bool{true, false} {
		for i := range first {
			if first[i] == pass {
				out[i] = next
				next++
			}
		}
	}
	return out
}

// swatch draws the line and marker of look i. It holds no text from data.
func swatch(i int) vugu.HTML {
	var b strings.Builder
	b.WriteString(`<svg viewBox="0 0 34 14" width="34" height="14" aria-hidden="true" class="s` + string(rune('0'+i%colours)) + `">`)
	b.WriteString(`<path d="M1 7H33" fill="none" stroke="currentColor" stroke-width="2"`)
	if d := dash(i); d != "" {
		b.WriteString(` stroke-dasharray="` + d + `"`)
	}
	b.WriteString(`/><path transform="translate(17 7)" d="` + marker(i) + `" fill="currentColor"/></svg>`)
	return vugu.HTML(b.String())
}
