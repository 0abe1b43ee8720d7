package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// At 20 the measured points give 1000 tok/s/GPU and $0.5556/M, at 40 625 and $0.8889, at 60
// 250 and $2.2222. What a comma or a point means is found out by column; where that
// is not clear, the cell is not checkable, and none is contradicted that is right
// in either reading.
func TestDecimalCommas(t *testing.T) {
	for name, c := range map[string]struct{ doc, want string }{
		"commas": {table("tok/s/user|B200 tok/s/GPU|B200 $/M", "20|1.000,0|0,56", "40|625,0|0,89", "60|250,0|2,222"),
			"agrees agrees agrees agrees agrees agrees"},
		"points": {table("tok/s/user|B200 tok/s/GPU|B200 $/M", "20|1,000.0|0.56", "40|625.0|0.89", "60|250.0|2.222"),
			"agrees agrees agrees agrees agrees agrees"},
		"each its own way": {table("tok/s/user|B200 tok/s/GPU|B200 $/M", "20|1,000.0|0,56", "40|625.0|0,89", "60|250.0|2,222"),
			"agrees agrees agrees agrees agrees agrees"},
		// Both ways in one column: what can be read in one way only, is.
		"by rows": {table("tok/s/user|B200 tok/s/GPU|B200 $/M", "20|1.000,0|0,56", "40|625.0|0.89", "60|250,0|2.222"),
			"agrees agrees agrees agrees unreadable unreadable"},
		// Other columns tell how one is meant that does not say so itself.
		"thousands beside commas": {table("tok/s/user|B200 tok/s/GPU|B200 $/M", "20|1.000|0,56", "60|250|2,222"),
			"agrees agrees agrees agrees"},
		"thousands beside both": {table("tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP $/M", "20|1.000|0,56|0.56"),
			"unreadable agrees agrees"},
		"a target": {table("tok/s/user|B200 tok/s/GPU", "20,0|1.000", "40,0|625"), "agrees agrees"},
		// Nothing tells, and the other reading would agree.
		"thousands alone": {table("tok/s/user|B200 tok/s/GPU", "20|1.000", "60|250"), "unreadable agrees"},
		"a cost alone":    {table("tok/s/user|B200 $/M", "60|2,222"), "unreadable"},
		"neither":         {table("tok/s/user|B200 $/M", "60|2,333", "60|2.333"), "differs differs"},
		"a digit lost":    {table("tok/s/user|B200 tok/s/GPU", "20|1,00", "20|1,000", "20|999.5"), "unreadable unreadable differs"},
		"a ratio":         {table("tok/s/user|B200 vs H200 MTP throughput ratio", "20|2,0x", "60|2,5x"), "agrees agrees"},
		"semicolons":      {"tok/s/user;B200 $/M\n20;0,56\n60;2,222\n", "agrees agrees"},
		"tabs":            {"tok/s/user\tB200 $/M\n20\t0,56\n60\t2,222\n", "agrees agrees"},
		"units":           {table("tok/s/user|B200", "20,5 tok/s/user|$0,56/M", "40,0 tok/s/user|$0,89/M"), "agrees agrees"},
	} {
		a, err := check(t, c.doc, audit.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, cell := range a.Tables[0].Cells {
			got = append(got, cell.State)
			if cell.State == "unreadable" && cell.Why == "" {
				t.Errorf("%s: no reason", name)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s, want %s\n%+v", name, strings.Join(got, " "), c.want, a.Tables[0].Cells)
		}
		if a.Counts.BreaksIdentity > 0 {
			t.Errorf("%s: %+v", name, a.Tables[0].Identities)
		}
	}
}

// How a column was read is said, with a cell that shows it.
func TestDecimalCommasAreTold(t *testing.T) {
	a, err := check(t, table("tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP $/M", "20|1.000|0,56|0,56", "60|250|2,222|2,8"), audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := `table 1: commas are read as decimal ones, as "0,56" shows, in "B200 tok/s/GPU", "B200 $/M", "H200 MTP $/M"`
	if got := strings.Join(a.Warnings, "\n"); got != want {
		t.Error(got)
	}
	grids, err := audit.Parse([]byte(table("tok/s/user|B200 tok/s/GPU|B200 $/M", "20|1.000|0,56")))
	if err != nil || grids[0].Commas(0) != "" || grids[0].Commas(1) != "0,56" || grids[0].Commas(2) != "0,56" {
		t.Errorf("%v %q %q", err, grids[0].Commas(1), grids[0].Commas(2))
	}
	// The reasons are words.
	a, err = check(t, table("tok/s/user|B200 tok/s/GPU|B200 $/M|H200 MTP $/M", "20|1.000|0,56|0.56"), audit.Options{})
	if why := a.Tables[0].Cells[0].Why; err != nil || why != "1 or 1000: the table has decimal commas and decimal points" {
		t.Error(err, why)
	}
	a, err = check(t, table("tok/s/user|B200 tok/s/GPU", "20|1.000"), audit.Options{})
	if why := a.Tables[0].Cells[0].Why; err != nil || why != "1000 would agree, 1 would not: its comma or point is unclear" {
		t.Error(err, why)
	}
}
