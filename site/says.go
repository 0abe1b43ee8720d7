package main

import (
	"strings"

	"github.com/isofront/isofront/core/render"
)

// says is Explore in plain words: what the chart draws and, from the sentence that
// Tables writes, what the table at the targets says; "" while there is none.
func (a *app) says() string {
	sheet := a.sheet()
	if sheet == nil || !a.exploring() || a.empty() != "" {
		return ""
	}
	at := "At your targets, " + strings.TrimPrefix(render.Sentence(sheet), sheet.Model+", "+sheet.Workload+", ")
	if a.emptyChart() != "" {
		return at
	}
	what := "Each curve is one system"
	if a.st.height() == measuredEnergy {
		what = "Each mark is one measured run"
	}
	corner := a.better()
	up, right := "top ", "right"
	if corner[0] == 's' {
		up = "bottom "
	}
	if corner[1] == 'w' {
		right = "left"
	}
	return what + ": " + a.heightLabel() + ", against " + a.axisLabel() + ". Nearer to the " + up + right + " is better. " + at
}
