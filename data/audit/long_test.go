package audit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// A table of one system and one target a line is laid out by both, in whichever
// form; its cells are named by where they stand.
func TestLongForm(t *testing.T) {
	for name, c := range map[string]struct{ doc, want string }{
		"a column for each quantity": {table("System|tok/s/user|tok/s/GPU|Cost ($/M tokens)|Note", "B200|20|1000|0.56|a", "B200|60|250|9|b", "H200 MTP|20|500|0.56|c"),
			"1 1 3 agrees, 1 1 4 agrees, 1 3 3 agrees, 1 3 4 agrees, 1 2 3 agrees, 1 2 4 differs, blank, blank"},
		"quantities by name": {"system,target,quantity,value\nB200,20,tok/s/GPU,1000\nB200,20,$/M tok,0.56\nB200,60,tok/s/GPU,251\n",
			"1 1 4 agrees, 1 2 4 agrees, 1 3 4 differs, blank"},
		"other columns name the system": {"hardware,spec_decoding,precision,target,quantity,published\nh200,mtp,fp8,20,tok/s/GPU,500\nh200,none,fp8,20,tok/s/GPU,400\n",
			"1 1 6 agrees, 1 2 6 agrees"},
		"a value twice": {table("GPU|Interactivity (tok/s/user)|Throughput (tok/s/GPU)", "B200|20|1000", "B200|20|1001", "B200|60|250"),
			"1 1 3 agrees, 1 2 3 differs, 1 3 3 agrees"},
		"decimal commas": {"series;tok/s/user;tok/s/GPU\nB200;20,0;1.000,0\nB200;60,0;250,0\n", "1 1 3 agrees, 1 2 3 agrees"},
	} {
		a, err := check(t, c.doc, audit.Options{Lenient: true})
		if err != nil || len(a.Tables) != 1 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, x := range a.Tables[0].Cells {
			if x.State == "blank" {
				got = append(got, x.State)
				continue
			}
			got = append(got, fmt.Sprintf("%d %d %d %s", a.Tables[0].Number, x.Row, x.Column, x.State))
		}
		if strings.Join(got, ", ") != c.want || a.Tables[0].Layout != audit.Long {
			t.Errorf("%s: %s %s\n%+v", name, a.Tables[0].Layout, strings.Join(got, ", "), a.Tables[0])
		}
	}
	// Two rows that do not fit each other are both named.
	a, err := check(t, "system,target,quantity,value\nB200,20,tok/s/GPU,1000\nB200,20,$/M tok,0.99\n", audit.Options{})
	if err != nil || len(a.Tables[0].Identities) != 1 || audit.IdentityText(&a.Tables[0].Identities[0], "") != "rows 1 and 2, at 20, column 4" {
		t.Errorf("%v %+v", err, a.Tables[0].Identities)
	}
}

// Tables that only look like it stay as they are.
func TestNotLongForm(t *testing.T) {
	for _, doc := range []string{
		table("tok/s/user|B200 tok/s/GPU", "20|1000"),
		table("GPUs|tok/s/user|tok/s/GPU", "8|20|1000"),
		table("System|tok/s/user|B200 tok/s/GPU", "TP8|20|1000"),
		table("System|Value", "B200|1000"),
		"system,target,quantity,value\n" + strings.Repeat("B200,20,tok/s/GPU,1000\n", 2)[:23] + "x,y,z\n1,2,3\n",
	} {
		grids, err := audit.Parse([]byte(doc))
		for _, g := range grids {
			if err != nil || g.Layout == audit.Long && !strings.HasPrefix(doc, "system,target") {
				t.Errorf("%s: %v %+v", doc, err, g)
			}
		}
	}
	// One that would be too wide or too large laid out stays in its lines.
	var wide, large strings.Builder
	wide.WriteString("system,target,value,quantity\n")
	for i := range audit.MaxColumns + 5 {
		fmt.Fprintf(&wide, "system %d,20,1,tok/s/GPU\n", i)
	}
	large.WriteString("system,target,value,quantity\n")
	for i := range audit.MaxRows {
		fmt.Fprintf(&large, "system %d,%d,1,tok/s/GPU\n", i%150, i+1)
	}
	for _, doc := range []string{wide.String(), large.String()} {
		grids, err := audit.Parse([]byte(doc))
		if err != nil || len(grids) != 1 || grids[0].Layout != "" {
			t.Errorf("%v, %d tables", err, len(grids))
		}
	}
}

// isofront's own form says what it is about: another model's figures are not checked
// against these, and say so.
func TestLongFormOfAnotherModel(t *testing.T) {
	const head = "model,workload,axis,percentile,target (tok/s/user),series,state,throughput (tok/s/GPU),ratio state,throughput ratio\n"
	doc := head + "M,8192/1024,interactivity,50,20,b200/vllm/fp8/none/agg,measured,1000,,\nOther,8192/1024,interactivity,50,20,b200/vllm/fp8/none/agg,measured,7,,\nM,8192/1024,interactivity,50,70,b200/vllm/fp8/none/agg,above,,,\n"
	a, err := check(t, doc, audit.Options{})
	if err != nil || len(a.Tables) != 2 || a.Counts.Agrees != 1 || a.Counts.Unreachable != 1 || a.Counts.Cells != 2 {
		t.Fatalf("%v %+v", err, a)
	}
	if a.Tables[1].Skipped != "it says Other, and would be checked against M" {
		t.Error(a.Tables[1].Skipped)
	}
	if o := opened(t, doc, audit.Options{}); o.Tables[1].Skipped != a.Tables[1].Skipped || audit.Readable(&o.Tables[1]) {
		t.Errorf("%+v", o.Tables[1])
	}
}
