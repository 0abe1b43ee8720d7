package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/data/audit"
)

// A target in a unit of another axis is none: 40 s are not 40 tok/s/user, and 40
// tok/s/user no 40 s. The line gives 625 at 40 on whichever axis, and 1000 at 20.
func TestTargetsOfAnotherAxisAreUnreadable(t *testing.T) {
	const time, speed = `"625" unreadable: target %: a time, but cells are read at equal interactivity`, `"625" unreadable: target %: a speed, but cells are read at equal `
	for _, c := range []struct {
		axis               iso.Axis
		head, target, want string
	}{
		{iso.Interactivity, "tok/s/user", "40 s", time},
		{iso.Interactivity, "tok/s/user", "40 ms", time},
		{iso.Interactivity, "tok/s/user", "40000 milliseconds", time},
		{iso.Interactivity, "tok/s/user", "40 sec", time},
		{iso.Interactivity, "tok/s/user", "@ 40 tok/s/user", ""},
		{iso.Interactivity, "tok/s/user", "40 tps", ""},
		{iso.Interactivity, "tok/s/user", "40", ""},
		{iso.E2ENormalized, "tok/s/user", "40 s", strings.Replace(time, "interactivity", "E2E-normalized interactivity", 1)},
		{iso.TTFT, "TTFT (s)", "40 tok/s/user", speed + "TTFT"},
		{iso.TTFT, "TTFT (s)", "40 tok/s", speed + "TTFT"},
		{iso.TTFT, "TTFT (s)", "40 s", ""},
		{iso.TTFT, "TTFT (s)", "40000 ms", ""},
		{iso.TTFT, "TTFT (ms)", "40000", ""},
		{iso.TTFT, "TTFT (ms)", "40 s", ""},
		{iso.E2EL, "E2E latency", "40 tps", speed + "E2E latency"},
		{iso.E2EL, "E2E latency", "40 seconds", ""},
	} {
		grids, err := audit.Parse([]byte(table(c.head+"|B200 tok/s/GPU", "20|1000", c.target+"|625")))
		if err != nil {
			t.Fatal(err)
		}
		sel := selection()
		sel.Axis = c.axis
		a, err := audit.Check(grids, sel, audit.Options{})
		if err != nil || len(a.Tables[0].Cells) != 2 {
			t.Errorf("%s, %q: %v", c.axis, c.target, err)
			continue
		}
		cell, got := a.Tables[0].Cells[1], ""
		if cell.State == "unreadable" {
			got = `"625" unreadable: ` + cell.Why
		} else if cell.Target == nil || *cell.Target != 40 {
			t.Errorf("%s, %q: read as another target: %+v", c.axis, c.target, cell)
		}
		if want := strings.Replace(c.want, "%", `"`+c.target+`"`, 1); got != want {
			t.Errorf("%s, %q: %s, want %s", c.axis, c.target, got, want)
		}
	}
}

// A table whose targets are all of another axis is not checked, and told which would.
func TestTableOfTargetsOfAnotherAxis(t *testing.T) {
	for doc, want := range map[string]struct {
		axis      iso.Axis
		says, say string
	}{
		table("at|B200 tok/s/GPU", "40 tok/s/user|625"):     {iso.TTFT, `each target of column "at" is a speed, but cells are read at equal TTFT`, "say --axis interactivity"},
		table("tok/s/user|B200 tok/s/GPU", "40 s|625", "|"): {iso.Interactivity, `each target of column "tok/s/user" is a time, but cells are read at equal interactivity`, "say --target-column"},
	} {
		grids, err := audit.Parse([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		sel := selection()
		sel.Axis = want.axis
		if _, err = audit.Check(grids, sel, audit.Options{}); err == nil || !strings.Contains(err.Error(), want.says) || !strings.Contains(err.Error(), want.say) {
			t.Error(err)
		}
		for _, o := range []audit.Options{{TargetNumber: 1}, {}} {
			if opened := audit.Open(grids, sel, o); opened.Tables[0].Skipped == "" {
				t.Errorf("%+v", opened.Tables[0])
			}
		}
	}
}
