package main

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// A link may ask for what this data does not hold, or be mistyped. What it
// asked for in vain is dropped from the state and said, with what is shown
// instead: a comparison that silently is another one misleads.

// vain is one thing that a link asked for in vain.
type vain struct {
	key  string // of the address
	what string // in words, with the text that was asked for
}

// mostVain bounds the notice.
const mostVain = 8

// asked quotes text from a link, no longer than a line.
func asked(s string) string {
	if c := clip(s, 60); c != s {
		s = c + "…"
	}
	return "“" + s + "”"
}

// dropVain takes out of the state what the data on show does not know. The
// entry on show has been picked.
func (a *app) dropVain() {
	add := func(key, what string) { a.vain = append(a.vain, vain{key, what}) }
	s := &a.st
	switch {
	case s.Model != "" && s.Model != a.entry.Model:
		add("m", "model "+asked(s.Model)+", which is not in this data")
		s.Model, s.Workload = "", ""
	case s.Workload != "" && s.Workload != a.entry.Workload:
		add("w", "workload "+asked(s.Workload)+", which was not measured for this model")
		s.Workload = ""
	}
	if why := a.unresolved(s.Baseline); why != "" {
		add("b", "baseline "+asked(s.Baseline)+", "+why)
		s.Baseline = ""
	}
	if why := a.unresolved(s.Pin); why != "" {
		add("pin", "pinned system "+asked(s.Pin)+", "+why)
		s.Pin = ""
	}
	s.Shown = slices.DeleteFunc(slices.Clone(s.Shown), func(ref string) bool {
		why := ""
		if list, _ := a.resolveShown(ref); len(list) == 0 {
			why = a.unresolved(ref)
		}
		if why != "" {
			add("show", "system "+asked(ref)+", "+why)
		}
		return why != ""
	})
	for _, own := range []struct {
		key, what string
		typed     map[string]string
	}{{"own", "price", s.Own}, {"kw", "power", s.OwnKw}} {
		for _, hardware := range keys(own.typed) {
			if !a.knownHardware(hardware) {
				add(own.key, own.what+" of "+asked(hardware)+", which is no hardware in this data")
				delete(own.typed, hardware)
			}
		}
	}
	first := []string{"m", "w", "b", "show"} // the rest as in the link
	rank := func(v vain) int {
		if i := slices.Index(first, v.key); i >= 0 {
			return i
		}
		return len(first)
	}
	order.Sort(a.vain, func(i, j int) bool { return rank(a.vain[i]) < rank(a.vain[j]) })
}

// unresolved says why a reference means no single series; "" when it does.
func (a *app) unresolved(ref string) string {
	if len(a.resolveAll(ref)) > 0 || ref == "" {
		return ""
	}
	if slices.ContainsFunc(a.heads, func(h wire.Head) bool { return strings.HasPrefix(h.Name, ref+"/") }) {
		return "which fits more than one system here"
	}
	return "which is not in this data"
}

func keys(m map[string]string) []string {
	var out []string
	for key := range m {
		out = append(out, key)
	}
	order.Strings(out)
	return out
}

func (a *app) knownHardware(hardware string) bool {
	for i := range a.catalogue.Entries {
		for j := range a.catalogue.Entries[i].Series {
			if of, _, _ := strings.Cut(a.catalogue.Entries[i].Series[j].Name, "/"); words.Same(of, hardware) {
				return true
			}
		}
	}
	return false
}

// sayVain words the notice; what is shown instead is known by now.
func (a *app) sayVain() {
	a.notice = nil
	for i, v := range a.vain {
		if i == mostVain {
			a.notice = append(a.notice, "and "+strconv.Itoa(len(a.vain)-i)+" more, left out.")
			break
		}
		a.notice = append(a.notice, v.what+": "+a.instead(v.key)+".")
	}
	for i, line := range a.notice {
		if line[0] < utf8.RuneSelf {
			a.notice[i] = words.Upper(line[:1]) + line[1:]
		}
	}
	a.vain = nil
}

// instead says what is on show in place of what a key asked for.
func (a *app) instead(key string) string {
	switch key {
	case "v":
		return "Explore is shown instead"
	case "m", "w":
		return a.chartTitle() + ", is shown instead"
	case "b":
		h := &a.heads[a.baseline]
		return title(h) + " " + detail(h) + " is the baseline instead"
	case "show":
		if len(a.st.Shown) == 0 {
			return "the usual choice is shown instead"
		}
	case "x":
		return "the line is at " + a.lineInput() + " " + a.unit() + " instead"
	case "t":
		if a.st.Targets == "" {
			return "the suggested targets are shown instead"
		}
	case "axis":
		return a.st.axis().Name() + " is the axis instead"
	case "p":
		return "p" + a.percentileText() + " is shown instead"
	case "basis":
		return label(bases, a.st.basis()) + " prices are used instead"
	case "date":
		if a.st.PricesAsOf == "" {
			return "the newest price sheet is used instead"
		}
	case "q":
		return label(quantities, a.st.quantity()) + " is shown instead"
	case "own", "kw":
		return "the price sheet holds instead"
	case "mw":
		return decimal(defaultMW) + " MW is taken instead"
	}
	return "it is left out"
}

// dismiss takes the notice away.
func (a *app) dismiss() { a.notice = nil }
