package browsertest

import "testing"

// On a phone the choices behind a button stay in sight, with the focus, while they are
// made, and the chart comes before them.
func TestChoicesOnAPhoneStayOpen(t *testing.T) {
	p := New(t)
	p.Viewport(390, 844)
	p.Go(Serve(t, site(t), nil))
	p.Wait(ready)
	if top := Eval[float64](p, `document.querySelector("#chart").getBoundingClientRect().top`); top > 520 {
		t.Errorf("the chart begins at %v px", top)
	}
	for _, c := range []struct{ button, field, value, address string }{
		{"#more", "#percentile", "90", "p=90"},
		{"#more", "#basis", "rental", "basis=rental"},
		{"#more-chart", "#height", "cost", "y=cost"},
	} {
		if !Eval[bool](p, `document.querySelector("`+c.button+`").ariaExpanded === "true"`) {
			if Eval[bool](p, `document.querySelector("`+c.field+`").checkVisibility()`) {
				t.Errorf("%s is there without its button", c.field)
			}
			p.Click(c.button)
		}
		p.Wait(`document.querySelector("` + c.field + `").checkVisibility()`)
		Eval[bool](p, `(document.querySelector("`+c.field+`").focus(), true)`)
		p.Choose(c.field, c.value)
		p.Wait(`location.hash.includes("` + c.address + `")`)
		if !Eval[bool](p, `document.querySelector("`+c.button+`").ariaExpanded === "true" && document.querySelector("`+c.field+`").checkVisibility() && document.activeElement.matches("`+c.field+`")`) {
			t.Errorf("%s: its button closed them or the focus left it", c.field)
		}
	}
	p.Click("#more")
	p.Wait(`!document.querySelector("#percentile").checkVisibility()`)
}
