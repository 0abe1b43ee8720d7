package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/isofront/isofront/core/order"
	"github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data/wire"
)

// maxShown is how many series are on show before a reader chooses: more curves
// than this cannot be told apart at a glance.
const maxShown = 6

// resolve finds the one series a reference means: its full name, or the
// beginning of its name up to a slash when that fits a single series. Official
// ones come first, so that a reader's own files do not change what a link means.
func resolve(heads []wire.Head, ref string) (int, bool) {
	found, fits := [2]int{-1, -1}, [2]int{}
	for i := range heads {
		if heads[i].Name == ref {
			return i, true
		}
		if ref != "" && strings.HasPrefix(heads[i].Name, ref+"/") {
			of := 0
			if !heads[i].Official {
				of = 1
			}
			found[of] = i
			fits[of]++
		}
	}
	switch {
	case fits[0] == 1:
		return found[0], true
	case fits[0] == 0 && fits[1] == 1:
		return found[1], true
	}
	return -1, false
}

// shorten returns the shortest reference that resolves to series i.
func shorten(heads []wire.Head, i int) string {
	name := heads[i].Name
	for end := range name {
		if name[end] != '/' || end == 0 {
			continue
		}
		if at, ok := resolve(heads, name[:end]); ok && at == i {
			return name[:end]
		}
	}
	return name
}

// generations orders hardware from older to newer, so that a default baseline
// is the system a reader would compare from. Hardware not named comes last.
var generations = []string{"a100", "h100", "mi300x", "h200", "mi325x", "b200", "gb200", "mi355x", "b300", "gb300"}

func generation(hardware string) int {
	if i := slices.Index(generations, hardware); i >= 0 {
		return i
	}
	return len(generations)
}

// precisions orders number formats from wide to narrow.
var precisions = []string{"bf16", "fp16", "fp8", "int8", "fp6", "fp4", "int4"}

func precision(name string) int {
	if i := slices.Index(precisions, name); i >= 0 {
		return i
	}
	return len(precisions)
}

// defaultBaseline is the oldest, widest and plainest system that has a curve,
// among those that may be one; all, if none may.
func defaultBaseline(heads []wire.Head, may func(i int) bool) int {
	best := -1
	for i := range heads {
		if may != nil && !may(i) {
			continue
		}
		if best < 0 || plainer(&heads[i], &heads[best]) < 0 {
			best = i
		}
	}
	if best < 0 && may != nil {
		return defaultBaseline(heads, nil)
	}
	return best
}

func plainer(a, b *wire.Head) int {
	return cmp.Or(
		truthFirst(curved(a), curved(b)),
		truthFirst(a.Official, b.Official),
		cmp.Compare(generation(a.Hardware), generation(b.Hardware)),
		cmp.Compare(precision(a.Precision), precision(b.Precision)),
		truthFirst(a.SpecDecoding == "none", b.SpecDecoding == "none"),
		truthFirst(!a.Disagg, !b.Disagg),
		cmp.Compare(a.Name, b.Name),
	)
}

// curved reports a frontier of more than one speed.
func curved(h *wire.Head) bool { return len(h.Range) == 2 && h.Range[0] < h.Range[1] }

func truthFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// firstView is the comparison a reader meets before choosing anything.
var firstView = state{
	Model: "DeepSeek-V4-Pro", Workload: "8192/1024",
	Baseline: "gb200", Shown: []string{"gb200", "gb300"}, Line: 25,
}

// defaultShown chooses the series to begin with: all when they are few, else
// the baseline and those that can be compared with it somewhere. Each kind of
// hardware comes once before any comes twice; of one kind, those that decode as
// the baseline does, that have a curve worth the name, and that share the widest
// range come first.
func defaultShown(heads []wire.Head, baseline int) []bool {
	shown := make([]bool, len(heads))
	base := &heads[baseline]
	var list []int
	for i := range heads {
		if i != baseline && (len(heads) <= maxShown || overlap(&heads[i], base) > 0) {
			list = append(list, i)
		}
	}
	order.Sort(list, func(i, j int) bool {
		p, q := &heads[list[i]], &heads[list[j]]
		return cmp.Or(
			truthFirst(p.Official, q.Official),
			truthFirst(p.SpecDecoding == base.SpecDecoding, q.SpecDecoding == base.SpecDecoding),
			truthFirst(p.OperatingPoints > 2, q.OperatingPoints > 2),
			cmp.Compare(overlap(q, base), overlap(p, base)),
		) < 0
	})
	times := map[string]int{base.Hardware: 1} // how often each kind came
	nth := make(map[int]int, len(list))
	for _, i := range list {
		nth[i] = times[heads[i].Hardware]
		times[heads[i].Hardware]++
	}
	order.Sort(list, func(i, j int) bool { return nth[list[i]] < nth[list[j]] })
	shown[baseline] = true
	for _, i := range list[:min(len(list), maxShown-1)] {
		shown[i] = true
	}
	return shown
}

// overlap is the span of speeds that both series reach.
func overlap(a, b *wire.Head) float64 {
	if len(a.Range) != 2 || len(b.Range) != 2 {
		return 0
	}
	return min(a.Range[1], b.Range[1]) - max(a.Range[0], b.Range[0])
}

// title is a series in words: the hardware first, as the reader's eye looks
// for it. detail is the rest of its name.
func title(h *wire.Head) string { return words.Upper(h.Hardware) }

func detail(h *wire.Head) string { return join(parts(h)) }

// parts are what a series' name says after its hardware, each at its own place.
func parts(h *wire.Head) (out [6]string) {
	out = [6]string{h.Framework, h.Precision, h.SpecDecoding}
	if h.SpecDecoding == "none" {
		out[2] = ""
	}
	if h.Disagg {
		out[3] = "disagg"
	}
	_, out[4], _ = strings.Cut(h.Name, "@")
	if !h.Official {
		out[5] = "unofficial"
	}
	return out
}

func join(parts [6]string) string {
	return strings.Join(slices.DeleteFunc(parts[:], func(s string) bool { return s == "" }), " · ")
}

// curveNames are what stands beside the curves: the hardware, and of the rest of
// the name what sets it apart from those on show.
func (a *app) curveNames() []string {
	all, out := make([][6]string, len(a.heads)), make([]string, len(a.heads))
	for i := range a.heads {
		all[i] = parts(&a.heads[i])
	}
	for i := range a.heads {
		own, differ := all[i], [6]bool{}
		for j := range a.heads {
			if a.shown[j] && a.heads[j].Hardware == a.heads[i].Hardware {
				for k := range own {
					differ[k] = differ[k] || all[j][k] != own[k]
				}
			}
		}
		for k := range own {
			if !differ[k] {
				own[k] = ""
			}
		}
		out[i] = strings.TrimSpace(title(&a.heads[i]) + " " + join(own))
	}
	return out
}

// shortTitle names a series for a column head: the hardware when it is the
// only one of its kind among those shown, else hardware and what sets it apart.
func shortTitle(heads []wire.Head, i int) string {
	for j := range heads {
		if j != i && heads[j].Hardware == heads[i].Hardware {
			return title(&heads[i]) + " " + detail(&heads[i])
		}
	}
	return title(&heads[i])
}

// spanText says when a series was measured.
func spanText(h *wire.Head) string {
	switch {
	case len(h.MeasuredSpan) == 2 && h.MeasuredSpan[0] != h.MeasuredSpan[1]:
		return h.MeasuredSpan[0] + " to " + h.MeasuredSpan[1]
	case h.MeasuredOn != nil:
		return *h.MeasuredOn
	}
	return "no date"
}
