package audit_test

import (
	"fmt"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// What markup keeps apart is not read as one number: such a cell is not checkable,
// or what was struck out of it is left out; it is never contradicted.
func TestMarkupDoesNotGlueNumbers(t *testing.T) {
	for cell, want := range map[string]string{
		"1000":                               "agrees",
		"<b>1000</b>":                        "agrees",
		"<p>1000</p>":                        "agrees",
		"1,<wbr>000":                         "agrees",
		"1000<sup>2</sup>":                   "agrees",
		"<del>700</del>1000":                 "agrees",
		"<s>700</s> 1000":                    "agrees",
		"<span>1000</span><br>tok/s":         "agrees",
		"1000<sub>1</sub>":                   "unreadable",
		"1000<a href=x>2</a>":                "unreadable",
		"1000<span class=fn>3</span>":        "unreadable",
		"1<div>000</div>":                    "unreadable",
		"10<sup>3</sup>":                     "unreadable",
		"<div>1000</div><div>measured</div>": "unreadable",
	} {
		a, err := check(t, fmt.Sprintf("<table><tr><th>tok/s/user<th>B200 tok/s/GPU</tr><tr><td>20<td>%s</tr><tr><td>60<td>250</tr></table>", cell), audit.Options{})
		if err != nil {
			t.Errorf("%s: %v", cell, err)
			continue
		}
		if got := a.Tables[0].Cells[0].State; got != want {
			t.Errorf("%s: %s (%s)", cell, got, a.Tables[0].Cells[0].Why)
		}
	}
}

// A cell reaches down to the end of its group of rows and no further.
func TestRowspanEndsWithItsGroup(t *testing.T) {
	const head = "<table><thead><tr><th>tok/s/user<th>B200 tok/s/GPU<th>H200 MTP tok/s/GPU</tr></thead>"
	for doc, want := range map[string]int{
		head + "<tbody><tr><td rowspan=2>20<td>1000<td>500</tr></tbody><tbody><tr><td>60<td>250<td>100</tr></tbody></table>":                         4,
		head + "<tbody><tr><td rowspan=0>20<td>1000<td>500</tr><tr><td>1000<td>500</tr></tbody><tbody><tr><td>60<td>250<td>100</tr></tbody></table>": 6,
	} {
		a, err := check(t, doc, audit.Options{})
		if err != nil || a.Counts.Agrees != want || a.Counts.Cells != want {
			t.Errorf("%v %+v, want %d in agreement", err, a.Counts, want)
		}
	}
}

// Heads of gains, of cost ratios and of other axes are no ratios that are checked.
func TestOtherRatiosAreLeftOut(t *testing.T) {
	for _, head := range []string{
		"B200 vs H200 MTP throughput gain (%)", "B200 vs H200 MTP throughput gain", "B200 vs H200 MTP throughput difference", "Delta tok/s B200 vs H200 MTP",
		"B200/H200 MTP cost @ 40 tok/s/user", "B200 vs H200 MTP cost per token at equal tok/s", "B200 cheaper vs H200 MTP", "speedup B200 vs H200 MTP (tok/s/user)",
		"B200 vs H200 MTP output throughput",
	} {
		a, err := check(t, fmt.Sprintf("| tok/s/user | %s | B200 tok/s/GPU |\n|---|---|---|\n| 20 | 0.9x | 1000 |\n", head), audit.Options{})
		if err != nil || a.Counts.Agrees != 1 || a.Counts.Cells != 1 {
			t.Errorf("%s: %v %+v", head, err, a)
		}
	}
	// One at a speed is one.
	a, err := check(t, "| tok/s/user | B200 vs H200 MTP throughput at 20 tok/s/user |\n|---|---|\n| 20 | 2x |\n", audit.Options{})
	if err != nil || a.Counts.Agrees != 1 {
		t.Errorf("%v %+v", err, a)
	}
}
