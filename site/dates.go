package main

import (
	"slices"
	"strings"

	"github.com/isofront/isofront/data/wire"
)

// With all dates on, every measuring date of a system is a series of its own. A
// reference without a date then means every snapshot of the system, so that
// switching keeps what is on show.

// system is a series' name without its snapshot.
func system(name string) string {
	name, _, _ = strings.Cut(name, "@")
	return name
}

// resolveAll lists the series that a reference means: one, or every snapshot of
// one system.
func (a *app) resolveAll(ref string) []int {
	if !a.st.AllDates || ref == "" || strings.Contains(ref, "@") {
		if i, ok := resolve(a.heads, ref); ok {
			return []int{i}
		}
		return nil
	}
	// Official systems first, as in resolve.
	for _, official := range []bool{true, false} {
		var out []int
		of := ""
		for i := range a.heads {
			name := system(a.heads[i].Name)
			if a.heads[i].Official != official || name != ref && !strings.HasPrefix(name, ref+"/") {
				continue
			}
			if name == ref && of != name {
				of, out = name, nil // the very name beats longer ones
			}
			if of != "" && of != name {
				if of == ref {
					continue
				}
				return nil
			}
			of, out = name, append(out, i)
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// newest is the one of some series that was measured last.
func (a *app) newest(of []int) int {
	best := of[0]
	for _, i := range of {
		if measuredOn(&a.heads[i]) > measuredOn(&a.heads[best]) {
			best = i
		}
	}
	return best
}

func measuredOn(h *wire.Head) string {
	if h.MeasuredOn == nil {
		return ""
	}
	return *h.MeasuredOn
}

// setAllDates switches snapshots side by side on or off; off, what was chosen by
// its date is its system again, and a snapshot that was hidden hides nothing.
func (a *app) setAllDates(on bool) {
	a.change(func(s *state) {
		s.AllDates = on
		if on {
			return
		}
		s.Baseline, s.Pin = system(s.Baseline), system(s.Pin)
		var shown []string
		for _, ref := range s.Shown {
			if strings.HasPrefix(ref, without) && strings.Contains(ref, "@") {
				continue
			}
			if ref = system(ref); !slices.Contains(shown, ref) {
				shown = append(shown, ref)
			}
		}
		s.Shown = shown
	})
}
