package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/audit"
)

// TestCaptionsThatChangeTheValues: a title can say of all values that they are none that is
// checked, or of another series; heads that name their quantity stand against the former.
func TestCaptionsThatChangeTheValues(t *testing.T) {
	prose := " as everybody who reads on will see below, where the relative gain of every configuration is listed in full"
	for caption, want := range map[string]string{
		"Throughput (tok/s/GPU)": "", "Throughput (tok/s/GPU) by interactivity (tok/s/user)": "", "tok/s/GPU at 20 to 60 tok/s/user": "", "Throughput per GPU, FP8": "", "Throughput of FP8 and FP4": "", "Throughput without MTP": "", "Throughput with and without MTP": "",
		"Relative throughput": `the caption says "relative"`, "Normalised throughput (H100 = 1)": `the caption says "normalised"`, "Throughput (H100 = 1)": `the caption says "= 1"`, "Throughput per node": `the caption says "per node"`,
		"Throughput per dollar": `the caption says "throughput per dollar"`, "Throughput, NVFP4": "the caption names FP4, and this series is FP8", "Throughput with MTP": "the caption names MTP, and this series is without",
		"Throughput" + prose:      "",
		"Throughput (tok/s/user)": "the caption names a rate that is not per GPU", "Throughput at 8k ISL (tok/s/user)": "the caption names a rate that is not per GPU", "Throughput by system, tok/s/user": "the caption names a rate that is not per GPU",
		"Throughput at equal tok/s/user": "", "Throughput by interactivity (tok/s/user)": "", "Throughput at 20 to 60 tok/s/user": "",
		"Throughput (tok/s/GPU) over E2E-normalized interactivity": "", "Throughput over E2E-normalized interactivity": "", "Throughput normalized per GPU (tok/s/GPU)": "", "Throughput, normalised by length": "",
		"Tokens/s/GPU per system at equal interactivity": "", "Cost ($/M tokens), GPUs at their list price per hour": "", "Throughput per GPU in tok/s/GPU, B200 with 8 GPUs per node": "", "Throughput, 8 GPUs per node": "",
		"InferenceX daily run: throughput per GPU (tok/s/GPU)": "", "InferenceX daily run: throughput per GPU": "", "B200, relative to H100 prices, throughput per GPU in tok/s/GPU": "", "Costs in $/M tokens. The savings grow with speed:": "",
		"Daily throughput": `the caption says "daily throughput"`, "Monthly cost": `the caption says "monthly cost"`, "Cost per hour": `the caption says "cost per hour"`, "Throughput per system": `the caption says "throughput per system"`, "Cost savings": `the caption says "savings"`,
	} {
		doc := "**" + caption + "**\n\n" + table("x|B200|GB200 2026-05-22 tok/s/GPU", "40|625|3000")
		a, err := check(t, doc, audit.Options{})
		if err != nil {
			if want == "" || !strings.Contains(err.Error(), want) { // neither column was left
				t.Errorf("%s: %v", caption, err)
			}
			continue
		}
		got := ""
		for _, s := range a.Tables[0].Unchecked {
			if s.Head == "B200" {
				got = s.Why
			}
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", caption, got, want)
		}
	}
}

// TestHeadsThatEndInASign: behind the name of a system, × and ± make the column another.
func TestHeadsThatEndInASign(t *testing.T) {
	for _, head := range []string{"B200 ×", "B200 (±)", "B200 ÷"} {
		a, err := check(t, "**Throughput (tok/s/GPU)**\n\n"+table("x|GB200 2026-05-22|"+head, "40|3000|2.08"), audit.Options{})
		if err != nil || len(a.Tables[0].Columns) != 1 || len(a.Tables[0].Unchecked) != 1 || a.Tables[0].Unchecked[0].Why != "its head names a ratio" {
			t.Errorf("%s: %v %+v", head, err, a)
		}
	}
}

// TestHeadsThatSayItThemselves: a precision or speculative decoding in a caption does not
// overrule a head that names one, nor a table one of whose series has it.
func TestHeadsThatSayItThemselves(t *testing.T) {
	for caption, heads := range map[string]string{
		"Moving from FP8 to the newer format pays off:":                       "B200 FP8 $/M tok|GB200 FP4 2026-05-22 tok/s/GPU",
		"Throughput per GPU (tok/s/GPU), FP8 KV cache":                        "B200 FP8|GB200 2026-05-22 FP4",
		"Gains over H200 FP8: throughput (tok/s/GPU)":                         "GB200 FP4 2026-05-22",
		"Effect of MTP: throughput (tok/s/GPU)":                               "B200 no MTP|H200 without spec",
		"MTP helps most at high speed, as the costs per million tokens show:": "B200|H200 MTP",
		"Cost savings from MTP":                                               "B200 $/M tok|H200 MTP $/M tok",
	} {
		n := strings.Count(heads, "|") + 1
		a, err := check(t, caption+"\n\n"+table("tok/s/user|"+heads, "40"+strings.Repeat("|0.889", n)), audit.Options{})
		if err != nil || len(a.Tables[0].Columns) != n {
			t.Errorf("%s: %v %+v", caption, err, a)
		}
	}
}

// TestManySummaryRows: some are named, the others counted.
func TestManySummaryRows(t *testing.T) {
	a, err := check(t, table("tok/s/user|B200 tok/s/GPU", "40|625"+strings.Repeat("|\n|mean|1", 4000)), audit.Options{})
	if err != nil || len(a.Warnings) != 7 || a.Warnings[6] != "3994 more rows are not checked: each is of several rows" {
		t.Errorf("%v %.400q", err, a.Warnings)
	}
}

// TestTablesWithoutRows: they are found, and said to be so.
func TestTablesWithoutRows(t *testing.T) {
	for _, doc := range []string{
		"|tok/s/user|B200 $/M|\n|-|-|\n", "model,workload,axis,percentile,target (tok/s/user),series,state,throughput (tok/s/GPU)\n", "<table><thead><tr><th>tok/s/user<th>B200 $/M</thead><tbody></tbody></table>",
		"\\begin{tabular}{rr}\n\\toprule\ntok/s/user & B200 \\\\\n\\midrule\n\\bottomrule\n\\end{tabular}\n",
	} {
		grids, err := audit.Parse([]byte(doc))
		if err == nil {
			_, err = audit.Check(grids, selection(), audit.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), "the table has no rows, only a head") || strings.Contains(err.Error(), "--") {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
