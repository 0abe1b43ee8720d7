//go:build !(js && wasm)

package main

import (
	"bytes"
	"errors"
	"os"
	"strings"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/staticrender"
)

// renderFirst writes the page as it is before a reader chose anything, chart and
// what its cells rest on included, from an index and the bundle it leads to.
func renderFirst(index string, read func(name string) ([]byte, error)) (string, error) {
	file, err := os.ReadFile(index)
	if err != nil {
		return "", err
	}
	a := newApp("")
	a.openIndex(file)
	for a.wanted != "" && a.phase != failed {
		name := a.wanted
		a.wanted = ""
		if file, err = read(name); err != nil {
			return "", err
		}
		a.openBundle(name, file)
	}
	if a.phase != ready {
		return "", errors.New(a.problem)
	}
	env, err := vugu.NewBuildEnv()
	if err != nil {
		return "", err
	}
	var page bytes.Buffer
	if err := staticrender.New(&page).Render(env.RunBuild(&Root{App: a})); err != nil {
		return "", err
	}
	// No speed can be typed before the program runs; it takes the mark away.
	html := strings.Replace(page.String(), `<input id="line-x"`, `<input id="line-x" readonly`, 1)
	for id, content := range map[string]string{
		"chart":         a.chartSVG(),
		"detail":        "<div>" + a.firstDetail(a.lineX()) + "</div>",
		"target-detail": "<div>" + a.firstTarget() + "</div>",
	} {
		if html, err = fill(html, id, content); err != nil {
			return "", err
		}
	}
	return html, nil
}

// fill puts content into the empty element that the script would fill.
func fill(html, id, content string) (string, error) {
	at := strings.Index(html, `id="`+id+`"`)
	if at < 0 {
		return "", errors.New("no element " + id)
	}
	end := at + strings.IndexByte(html[at:], '>') + 1
	if !strings.HasPrefix(html[end:], "</") {
		return "", errors.New("the element " + id + " is not empty")
	}
	return html[:end] + content + html[end:], nil
}

// firstDetail is what the cell rests on that web/tables.ts chooses first: the
// first system that is compared.
func (a *app) firstDetail(x float64) string {
	if len(a.rowSeries) == 0 {
		return ""
	}
	series := a.rowSeries[0]
	for _, s := range a.rowSeries {
		if s != a.baseline {
			series = s
			break
		}
	}
	return a.detailHTML(series, x)
}

// firstTarget is the same of the table at the targets: the middle one.
func (a *app) firstTarget() string {
	targets := a.targets()
	if len(targets) == 0 {
		return ""
	}
	return a.firstDetail(targets[(len(targets)-1)/2])
}
