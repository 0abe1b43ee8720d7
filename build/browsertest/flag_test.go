package browsertest

import (
	"fmt"
	"testing"
)

// The label of the matched-speed line stands over the plot, where no point can be, and
// clear of the word in its corner, wherever the line is.
func TestLineLabelCoversNothing(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Wait(ready)
	for _, width := range []int{390, 1280} {
		p.Viewport(width, 900)
		for _, key := range []string{Home, End} {
			Eval[bool](p, `(document.querySelector("#line").focus(), true)`)
			p.Press(key)
			p.Wait(fmt.Sprintf(`document.querySelector("#line").getAttribute("aria-valuenow") === document.querySelector("#line").getAttribute(%q)`, map[string]string{Home: "aria-valuemin", End: "aria-valuemax"}[key]))
			flag, plot, better := p.Box(".flag"), p.Box(".u-over"), p.Box(".better")
			if flag.Y+flag.Height > plot.Y || flag.Width < 5 || flag.Y < better.Y+better.Height-3 || flag.X < 0 || flag.X+flag.Width > float64(width) {
				t.Errorf("%d px, %s: the label is %+v, the plot %+v, the corner's word %+v", width, key, flag, plot, better)
			}
		}
	}
}
