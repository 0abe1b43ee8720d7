package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// A number is a speed only where its column may hold speeds: a table of nothing but
// systems, or by batch size, by year or by another axis, gets no verdict.
func TestTargetsAreNotTakenFromAnyNumbers(t *testing.T) {
	for head, why := range map[string]string{
		"B200 $/M tok": "no column says at which speeds its rows are read",
		"Batch size":   "no column says at which speeds its rows are read",
		"GPUs":         "no column says at which speeds its rows are read",
		"Year":         "no column says at which speeds its rows are read",
		"Concurrency":  "no column says at which speeds its rows are read",
		"ms/token":     "no column says at which speeds its rows are read",
		"TTFT (s)":     `the column of targets is headed "ttft (s)", but cells are read at equal interactivity`,
	} {
		a, err := check(t, table(head+"|B200 tok/s/GPU", "20|7000"), audit.Options{Lenient: true})
		if err != nil || a.Counts.Cells != 0 || a.Tables[0].Skipped != why {
			t.Errorf("%s: %v, %d cells, %q", head, err, a.Counts.Cells, a.Tables[0].Skipped)
		}
	}
	for _, head := range []string{"tok/s/user", "Interactivity", "Speed", "", "x"} {
		if a, err := check(t, table(head+"|B200 tok/s/GPU", "20|1000"), audit.Options{}); err != nil || a.Counts.Agrees != 1 {
			t.Errorf("%q: %v", head, err)
		}
	}
	// Named, it is believed, with a word on it.
	a, err := check(t, table("TTFT (s)|B200 tok/s/GPU", "20|1000"), audit.Options{TargetColumn: "TTFT (s)"})
	if err != nil || a.Counts.Agrees != 1 || len(a.Warnings) != 1 {
		t.Errorf("%v %+v", err, a)
	}
}

// isofront's own heads say which ratios a table holds: of the systems that have a
// column of them, over the one that has none.
func TestOwnRatiosAreChecked(t *testing.T) {
	for doc, want := range map[string][2]int{ // agree, differ
		table("tok/s/user|B200|H200 MTP tok/s/GPU|H200: throughput ratio", "20|1000 tok/s|500|0.50x"): {3, 0},
		table("tok/s/user|B200|H200 MTP tok/s/GPU|H200: throughput ratio", "20|1000 tok/s|500|9.99x"): {2, 1},
		table("tok/s/user|B200 $/M|H200 MTP $/M|H200: perf/$ ratio", "20|0.56|0.56|1.00x"):            {3, 0},
		table("tok/s/user|B200 $/M|H200 MTP $/M|H200: tokens/J ratio", "20|0.56|0.56|1.00x"):          {2, 0},
		table("tok/s/user|H200 MTP tok/s/GPU|H200: throughput ratio", "20|500|0.50x"):                 {1, 0}, // of what?
	} {
		a, err := check(t, doc, audit.Options{})
		if err != nil || a.Counts.Agrees != want[0] || a.Counts.Differs != want[1] {
			t.Errorf("%s\n%v %+v", doc, err, a.Counts)
		}
	}
}

// One unclear table does not keep the others of a document from being checked, and
// rows of systems are told how they can be.
func TestUnclearTables(t *testing.T) {
	a, err := check(t, table("tok/s/user|B200 tok/s/GPU", "20|1000")+"\n\n"+table("tok/s/user|H200", "20|500"), audit.Options{})
	if err != nil || a.Counts.Agrees != 1 || len(a.Tables) != 2 || a.Tables[1].Skipped == "" {
		t.Errorf("%v %+v", err, a)
	}
	if _, err := check(t, table("System|20|60", "B200|1000|250"), audit.Options{}); err == nil || !strings.Contains(err.Error(), "--turn") {
		t.Error(err)
	}
}
