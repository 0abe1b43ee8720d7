package main

import (
	"strings"
	"testing"
)

// Where isofront's own tables say that the measured points end is checked, at either end
// and in every form of text.
func TestAuditOfWhereTheMeasuredPointsEnd(t *testing.T) {
	for _, format := range []string{"markdown", "html", "latex", "embed", "csv"} {
		for axis, c := range map[string]struct{ made, ends []string }{
			"interactivity": {[]string{"--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb*", "--targets", "5,25,80"}, []string{"15.26", "74.13"}},
			"ttft":          {[]string{"--model", "DeepSeek-R1-0528", "--workload", "agentic", "--axis", "ttft", "--targets", "0.1,1"}, nil},
		} {
			own := must(t, append([]string{"table", "--quantity", "cost", "--format", format}, c.made...)...)
			if out, errs, code := isofront(t, "audit", write(t, "own."+format, own), "--fail"); code != 0 || !strings.Contains(out, "unreachable by both") {
				t.Errorf("%s, %s: %d %s\n%s", axis, format, code, errs, out)
			}
			for _, end := range c.ends {
				if !strings.Contains(own, " "+end) {
					t.Fatalf("%s is not in %s", end, own)
				}
				out, _, code := isofront(t, "audit", write(t, "wrong."+format, strings.Replace(own, " "+end, " 79.99", 1)), "--fail")
				if want := "measured point is " + end; code != 1 || format != "latex" && !strings.Contains(out, want) {
					t.Errorf("%s, %s, %s: %d\n%s", axis, format, end, code, out)
				}
			}
			if format == "latex" {
				continue
			}
			turned := strings.NewReplacer("fastest is", "slowest is", "slowest is", "fastest is").Replace(own)
			if out, _, code := isofront(t, "audit", write(t, "turned."+format, turned), "--fail"); code != 1 || !strings.Contains(out, "outside: ") {
				t.Errorf("%s, %s: %d\n%s", axis, format, code, out)
			}
		}
	}
}
