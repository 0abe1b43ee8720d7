package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// The legend is one text: with 150 series, as many elements would cost every
// render. It is written anew only when what it names changes; which keys are
// checked is the script's to show (web/keys.ts), so that the focus stays.

// key is a line of the legend.
type key struct {
	head   *wire.Head
	note   string // why it is not to be seen
	locked bool   // always on show, or never
}

// manySeries is from how many series on the legend is grouped and can be searched.
const manySeries = 13

func (a *app) many() bool { return len(a.heads) >= manySeries }

func (a *app) key(i int) key {
	k := key{head: &a.heads[i], locked: i == a.baseline || a.off(&a.heads[i]) != ""}
	if k.note = a.noCurve(k.head); k.note == "" {
		k.note = a.noHeight(i)
	}
	return k
}

// legend is the legend to write, nil when it stands there already.
func (a *app) legend() any {
	if len(a.heads) == 0 || a.legendHTML(nil) == a.keys {
		return nil
	}
	return vugu.HTML(a.legendHTML(a.shown))
}

// legendHTML writes the keys, those that are on as checked. All text from data is
// escaped here.
func (a *app) legendHTML(on []bool) string {
	var b strings.Builder
	b.WriteString(`<legend class="sr">Series on show</legend>`)
	if !a.many() {
		for i := range a.heads {
			a.writeKey(&b, i, on != nil && on[i])
		}
		return b.String()
	}
	b.WriteString(`<div class="key-groups">`)
	for _, hardware := range a.hardware() {
		var keys strings.Builder
		n := 0
		for i := range a.heads {
			if a.heads[i].Hardware == hardware {
				a.writeKey(&keys, i, on != nil && on[i])
				n++
			}
		}
		name := text(words.Upper(hardware))
		b.WriteString(`<div class="key-group" role="group" aria-label="` + name + `"><p><b>` + name + `</b> <small>` + count(n, "system") + `</small></p>` + keys.String() + `</div>`)
	}
	b.WriteString(`</div>`)
	return b.String()
}

// hardware lists the kinds of hardware in the order in which they come.
func (a *app) hardware() (out []string) {
	for i := range a.heads {
		if !slices.Contains(out, a.heads[i].Hardware) {
			out = append(out, a.heads[i].Hardware)
		}
	}
	return out
}

func (a *app) writeKey(b *strings.Builder, i int, on bool) {
	k := a.key(i)
	name, more := text(title(k.head)), text(detail(k.head))
	tip := text(k.head.Name) + ", measured " + text(spanText(k.head))
	flags := ""
	if on {
		flags = " checked"
	}
	if k.locked {
		flags += " disabled"
	}
	if i == a.baseline {
		tip += "; the baseline is always on show"
	}
	b.WriteString(`<div class="key" data-key="` + strconv.Itoa(i) + `" title="` + tip + `"><label><input type="checkbox" data-series="` + text(k.head.Name) + `"` + flags + `>` +
		`<span class="swatch">` + string(swatch(a.looks[i])) + `</span><span class="key-name"><b>` + name + `</b> <span>` + more)
	if i == a.baseline {
		b.WriteString(" · baseline")
	}
	b.WriteString(`</span>`)
	if k.note != "" {
		b.WriteString(` <small>` + text(k.note) + `</small>`)
	}
	b.WriteString(`</span></label>`)
	if len(a.heads) > 2 && a.off(k.head) == "" {
		b.WriteString(`<button type="button" class="quiet solo" aria-pressed="false" aria-label="solo ` + name + ` ` + more + `">solo</button>`)
	}
	b.WriteString(`</div>`)
}

// chooseSeries shows or hides series; the baseline stays, and so does what the axis
// leaves out.
func (a *app) chooseSeries(list []int, on bool) {
	a.change(func(s *state) {
		for _, i := range list {
			if i >= 0 && i < len(a.shown) && i != a.baseline && a.off(&a.heads[i]) == "" {
				a.chosen[i] = on
			}
		}
		s.Shown = a.references(a.chosen)
	})
}

// solo is a series on show alone with the baseline, and what was on show before.
type solo struct {
	on     bool
	series string
	alone  []string // what is on show for it; something else since: no solo any more
	before []string
}

// setSolo shows a series alone with the baseline; the second time, what was on
// show before it.
func (a *app) setSolo(i int) {
	if i < 0 || i >= len(a.shown) || a.off(&a.heads[i]) != "" {
		return
	}
	a.change(func(s *state) {
		before := s.Shown
		if a.solo() >= 0 {
			before = a.soloed.before
			if a.solo() == i {
				s.Shown, a.soloed = before, solo{}
				return
			}
		}
		on := make([]bool, len(a.heads))
		on[i], on[a.baseline] = true, true
		s.Shown = a.references(on)
		a.soloed = solo{true, a.heads[i].Name, s.Shown, before}
	})
}

// solo is the series that is on show alone with the baseline, -1 for none.
func (a *app) solo() int {
	if !a.soloed.on || !slices.Equal(a.soloed.alone, a.st.Shown) {
		return -1
	}
	return a.indexOf(a.soloed.series)
}

// In a list of series on show, everything is "*", and "!" before a reference takes
// it out again: a link to 140 of 150 systems names ten.
const (
	everything = "*"
	without    = "!"
)

// references refer to the series that are on, in the order in which they were.
func (a *app) references(on []bool) (out []string) {
	n := 0
	for _, yes := range on {
		if yes {
			n++
		}
	}
	most := len(on) > manySeries && n > len(on)/2
	if most {
		out = append(out, everything)
	}
	order, _ := a.ordered()
	for _, i := range order {
		switch {
		case most && !on[i]:
			out = append(out, without+shorten(a.heads, i))
		case !most && on[i]:
			out = append(out, shorten(a.heads, i))
		}
	}
	return out
}

// resolveShown lists the series that an item of such a list means, and whether it
// shows or hides them.
func (a *app) resolveShown(ref string) (list []int, on bool) {
	if ref == everything {
		for i := range a.heads {
			list = append(list, i)
		}
		return list, true
	}
	if ref, hidden := strings.CutPrefix(ref, without); hidden {
		return a.resolveAll(ref), false
	}
	return a.resolveAll(ref), true
}

func (a *app) legendClass() string {
	if a.many() {
		return "legend grouped"
	}
	return "legend"
}
