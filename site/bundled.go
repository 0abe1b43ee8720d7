package main

import (
	"slices"
	"strconv"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/wire"
)

// synthetic reports whether nobody measured some series on show.
func (a *app) synthetic() bool {
	for i, on := range a.shown {
		if on && i < len(a.heads) && a.heads[i].Framework == data.Synthetic {
			return true
		}
	}
	return false
}

// Requests that lie beside the site's operating points, a file for each run, load
// only when a reader opens one.

func (a *app) bundles() []wire.CatalogueRequests {
	if a.catalogue == nil || a.st.view() != "requests" {
		return nil
	}
	return a.catalogue.Requests
}

// mostBundled bounds the list: a select of thousands helps nobody.
const mostBundled = 500

// bundledRuns lists the runs whose requests can be opened, those of the model on
// show first.
func (a *app) bundledRuns() (out []choice) {
	for _, here := range []bool{true, false} {
		for i := range a.bundles() {
			r := &a.bundles()[i]
			if here == (r.Model == a.model() && r.Workload == a.workload()) && len(out) < mostBundled {
				label := "concurrency " + strconv.Itoa(r.Concurrency) + ", " + r.Series + " (" + count(r.Rows, "request") + ", " + strconv.Itoa((r.Bytes+999)/1000) + " KB)"
				if first := &a.bundles()[0]; r.Model != first.Model || r.Workload != first.Workload {
					label = r.Model + ", " + r.Workload + ": " + label
				}
				out = append(out, choice{r.File, label})
			}
		}
	}
	return out
}

// bundledFile is the run chosen, the first without a choice.
func (a *app) bundledFile() string {
	runs := a.bundledRuns()
	switch {
	case len(runs) == 0:
		return ""
	case slices.ContainsFunc(runs, func(c choice) bool { return c.Value == a.bundled }):
		return a.bundled
	}
	return runs[0].Value
}

// onlySynthetic reports whether nobody measured any of the runs.
func (a *app) onlySynthetic() bool {
	return !slices.ContainsFunc(a.bundles(), func(r wire.CatalogueRequests) bool { return !r.Synthetic })
}

func (a *app) bundledLabel() string {
	if a.onlySynthetic() {
		return "No file at hand? Synthetic runs come with this site"
	}
	return "Requests that come with this site"
}

func (a *app) bundledButton() string {
	if a.onlySynthetic() {
		return "Open this synthetic run"
	}
	return "Open these requests"
}

func (a *app) bundledHelp() string {
	out := ""
	if a.onlySynthetic() {
		out = "Made up by a program to show this view, not measured on any hardware. "
	}
	if n := len(a.bundles()); n > mostBundled {
		out += "The first " + strconv.Itoa(mostBundled) + " of " + count(n, "run") + " are listed."
	}
	return out
}
