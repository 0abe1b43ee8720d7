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
		"Throughput" + prose: "",
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
