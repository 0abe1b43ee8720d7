package browsertest

import (
	"strings"
	"testing"
)

// What became of the rows of a dropped file is a list, those refused before those kept
// with a remark, that is folded where it is long, and opened stays open.
func TestRemarksOnDroppedRowsAreAList(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil))
	p.Viewport(390, 844)
	p.Wait(ready)
	kept, refused := csvOfPoints, ""
	for range 7 {
		refused += "DeepSeek-V4-Pro,gb300,my-engine,fp4,none,true,8192,1024,true,4,2026-06-01,many,900\n"
	}
	head, rows, _ := strings.Cut(kept, "\n")
	p.drop("mine.csv", []byte(head+"\n"+refused+rows))
	p.Wait(`document.querySelectorAll("#remarks li").length >= 7`)
	if got := Eval[[]string](p, `[...document.querySelectorAll("#remarks li")].map((li) => li.textContent.slice(0, 9))`); got[0] != "Refused: " || got[6] != "Refused: " {
		t.Errorf("the list says %q", got)
	}
	if Eval[bool](p, `document.querySelector("#remarks li").checkVisibility()`) {
		t.Error("a long list stands open")
	}
	p.Click("#remarks summary")
	p.Wait(`document.querySelector("#remarks li").checkVisibility()`)
	p.Screenshot("remarks-390-light")
	p.Choose("#axis", "ttft")
	p.Wait(`location.hash.includes("axis=ttft")`)
	if !Eval[bool](p, `document.querySelector("#remarks details").open`) {
		t.Error("another axis folds the list")
	}
	if px := p.Overflow(); px > 0 {
		t.Errorf("the page is %d px wider than the screen", px)
	}
}
