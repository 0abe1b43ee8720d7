package main

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"github.com/isofront/isofront/core/latency/loop"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/core/render"
)

// The views of the page, by their name in the address; the first is the default.
var views = []choice{
	{"", "Explore"},
	{"tables", "Tables"},
	{"calculator", "Calculator"},
	{"requests", "Requests"},
	{"audit", "Audit"},
	{"definitions", "Definitions"},
	{"data", "Data"},
}

// Requests is the view of dropped files.
type Requests struct{ App *app }

func (s *state) view() string { return known(views, s.View) }

// viewLink is the address of a view with everything else as it is.
func (a *app) viewLink(view string) string {
	s := a.st
	s.View = view
	return "#" + encodeHash(s)
}

// termLink leads to a definition.
func (a *app) termLink(term string) string {
	s := a.st
	s.View, s.Term = "definitions", term
	return "#" + encodeHash(s)
}

// current is aria-current of a view's link.
func (a *app) current(view string) string {
	if a.st.view() == view {
		return "page"
	}
	return "false"
}

// The first stop of a keyboard leads past all that is alike on every view: on
// Explore to the matched speed.
func (a *app) skipTo() string {
	if v := a.st.view(); v != "" {
		return "#" + v
	}
	return "#line-x"
}

func (a *app) skipText() string {
	if a.st.view() != "" {
		return "Skip to the content"
	}
	return "Skip to the matched-speed line"
}

// exploring reports whether Explore has something to show and is on show.
func (a *app) exploring() bool { return a.chart != nil && a.st.view() == "" }

// comparers are the views that show what the controls choose.
var comparers = []string{"", "tables", "calculator", "audit"}

// comparing reports whether the controls are on show.
func (a *app) comparing() bool { return a.chart != nil && slices.Contains(comparers, a.st.view()) }

// waits reports whether what is on show waits for a file.
func (a *app) waits() bool {
	return a.phase == waiting && (a.catalogue == nil || slices.Contains(comparers, a.st.view()))
}

// parts are what the view on show holds in HTML of its own, by element: it is put
// there where it changed, so that what a reader opened or typed in it stays.
func (a *app) parts() []part {
	if a.calculating() {
		return a.calculatorParts()
	}
	return []part{{"remarks", a.remarksHTML()}}
}

// calculating reports whether the Calculator has something to show and is on show.
func (a *app) calculating() bool { return a.chart != nil && a.st.view() == "calculator" }

// pageTitle names the view for the window.
func (a *app) pageTitle() string {
	if a.st.view() == "" {
		return a.chartTitle()
	}
	return label(views, a.st.view())
}

// onCopyAll takes whether exports hold dropped series too.
func (a *app) onCopyAll(event vugu.DOMEvent) { a.copyAll = event.PropBool("target", "checked") }

// loopText words how long an agent loop waits, from fields as typed: steps,
// output tokens, TTFT in s, ITL in ms. fault names the field that is no such
// number, and text says so.
func loopText(steps, output, ttft, itl string) (text, fault string) {
	fields := []struct {
		id, text, name string
		value          float64
	}{{"steps", steps, "steps", 0}, {"output", output, "output tokens", 0}, {"itl", itl, "ITL", 0}}
	for i := range fields {
		v, ok := number(trim(fields[i].text), maxLoop)
		if !ok {
			return "The " + fields[i].name + " must be a number above 0, such as 30.", fields[i].id
		}
		fields[i].value = v
	}
	l := loop.Loop{Steps: fields[0].value, Output: fields[1].value, ITL: fields[2].value / 1000}
	if t := trim(ttft); t != "" {
		v, ok := number(t, maxLoop)
		if !ok && strings.Trim(t, "0.") != "" {
			return "The TTFT must be a number such as 0.5, or empty.", "ttft"
		}
		l.TTFT = opt.Of(v)
	}
	wait, ok := l.Wait().Get()
	if !ok {
		return "", ""
	}
	return render.Significant(wait, 3) + " s" + longer(wait), ""
}

// maxLoop bounds the fields of the agent loop.
const maxLoop = 1e9

// longer says a long wait in minutes or hours too.
func longer(s float64) string {
	switch {
	case s >= 2*3600:
		return " (" + render.Significant(s/3600, 3) + " hours)"
	case s >= 120:
		return " (" + render.Significant(s/60, 3) + " minutes)"
	}
	return ""
}
