package browsertest

import (
	"strings"
	"testing"
)

// What an address says is one setting, whatever it holds: a line break in it begins no
// other. The page drops such a date of a link; a script may still set one.
func TestAuditOfAnAddressWithALineBreak(t *testing.T) {
	p := Open(t, Serve(t, site(t), nil)+auditDSV4)
	p.Wait(ready)
	p.Wait(auditReady)
	Eval[bool](p, `(history.replaceState(null, "", location.hash + "&asof=2026-05-22%0D%0Anonsense"), true)`)
	p.paste("tok/s/user,GB200 $/M tok\n25,0.22\n", "")
	p.Wait(`document.querySelector("#audit").textContent.includes("This cannot be checked")`)
	if text := p.Text("#audit"); !strings.Contains(text, `as-of "2026-05-22  nonsense"`) {
		t.Errorf("the view says\n%s", text)
	}
}
