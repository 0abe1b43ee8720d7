package main

import (
	"strconv"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
)

// Where most systems on show can be read: the speed and the targets to begin with.

// reaching counts the series on show whose frontier spans x.
func (a *app) reaching(x float64) int {
	n := 0
	for i, on := range a.shown {
		if r := a.heads[i].Range; on && len(r) == 2 && r[0] <= x && x <= r[1] {
			n++
		}
	}
	return n
}

// curved counts the series on show that have a frontier.
func (a *app) curved() int {
	n := 0
	for i, on := range a.shown {
		if on && len(a.heads[i].Range) == 2 {
			n++
		}
	}
	return n
}

// busiest is the span that most series on show reach, and how many do; that of the
// scale where none has any.
func (a *app) busiest() (lo, hi float64, most int) {
	var spans [][2]float64
	for i, on := range a.shown {
		if r := a.heads[i].Range; on && len(r) == 2 {
			spans = append(spans, [2]float64{r[0], r[1]})
		}
	}
	if len(spans) == 0 {
		s := a.lineScale()
		return s.Min, s.Max, 0
	}
	return iso.Busiest(spans)
}

// beyond says that the suggested targets are not within reach of all, and who the
// first is that does not reach them; "" where they are, or were typed.
func (a *app) beyond() string {
	t := a.targets()
	if a.st.Targets != "" || len(t) == 0 {
		return ""
	}
	all, most, first := 0, a.reaching(t[0]), ""
	for i, on := range a.shown {
		if !on {
			continue
		}
		all++
		if r := a.heads[i].Range; first == "" && len(r) == 2 && !(r[0] <= t[0] && t[0] <= r[1]) {
			first = filled(" % %, for one, was measured from % to %.", title(&a.heads[i]), detail(&a.heads[i]), render.Brief(r[0]), render.Brief(r[1]))
		}
	}
	if first == "" {
		return ""
	}
	return filled("No % is within reach of all % systems; these are of %.", a.axisName(), strconv.Itoa(all), strconv.Itoa(most)) + first
}

// roundInside is a number of few digits near the middle of a span, inside it
// unless the span is a single number.
func roundInside(lo, hi float64) float64 {
	middle := (lo + hi) / 2
	if !(lo < hi) {
		return middle
	}
	return round(middle, niceStep((hi-lo)/2))
}
