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
				if want := "measured point is " + end; code != 1 || !strings.Contains(out, want) || strings.Contains(out, "unreadable: a bound") {
					t.Errorf("%s, %s, %s: %d\n%s", axis, format, end, code, out)
				}
			}
			turned := strings.NewReplacer("fastest is", "slowest is", "slowest is", "fastest is", "$<$ ", "$>$ ", "$>$ ", "$<$ ").Replace(own)
			if out, _, code := isofront(t, "audit", write(t, "turned."+format, turned), "--fail"); code != 1 || !strings.Contains(out, "outside: ") {
				t.Errorf("%s, %s: %d\n%s", axis, format, code, out)
			}
		}
	}
}

// What isofront's LaTeX says of an end is checked however the sign is written, and so is
// a bound in another's table.
func TestAuditOfEndsInLaTeX(t *testing.T) {
	own := must(t, "table", "--model", "DeepSeek-V4-Pro", "--workload", "8192/1024", "--series", "gb200*", "--targets", "25,80", "--quantity", "throughput", "--format", "latex")
	const end, value = "$>$ 74.13", "2,846"
	if !strings.Contains(own, "80 & "+end) || !strings.Contains(own, "25 & "+value) {
		t.Fatal(own)
	}
	const beyond = `outside: as an end of the measured points it is wrong: this target is faster than anything measured: the fastest measured point is 74.13 tok/s/user`
	for changed, want := range map[string]string{
		`$\le 3$`: beyond, `$\leq 74.13$`: beyond, `$\leqslant$ 3`: beyond, `$<$ 74.13`: beyond, `$>$ 74.2`: beyond, `$\geq$ 3`: beyond, `>= 3`: beyond,
		"$>$ 74.1": "1 agrees, 1 unreachable by both", `$\gtrsim$ 74.13`: "1 unreachable by both", `$\ge 74.13$`: "1 unreachable by both",
	} {
		if out := must(t, "audit", write(t, "end.tex", strings.Replace(own, end, changed, 1))); !strings.Contains(out, want) {
			t.Errorf("%s: %s", changed, out)
		}
	}
	reached := must(t, "audit", write(t, "reached.tex", strings.Replace(own, value, "$>$ 24", 1)))
	if !strings.Contains(reached, "missing: it says that the measured points end at 24; they do reach this target: 2845.5563") {
		t.Error(reached)
	}
	foreign := "DeepSeek-V4-Pro, 8192/1024\n\n\\begin{tabular}{rr}tok/s/user & GB200 tok/s/GPU \\\\ \\hline 20 & 7285 \\\\ 25 & "
	for cell, want := range map[string]string{
		"$\\le 3$":     "differs: the measured points give 2845.5563, which this bound leaves out",
		"$\\geq 2846$": "2 cells: 2 agree", // 2845.5 and more
		"$\\geq 2000$": "2 cells: 2 agree",
		"$>$ 2846":     "differs: the measured points give 2845.5563, which this bound leaves out",
		"$\\ge$ x":     "unreadable: a bound, not a value: the measured points give 2845.5563",
	} {
		if out := must(t, "audit", write(t, "foreign.tex", foreign+cell+"\\end{tabular}")); !strings.Contains(out, want) {
			t.Errorf("%s: %s", cell, out)
		}
	}
	if out := must(t, "audit", write(t, "foreign.tex", foreign+"2846 \\\\ 90 & $\\le 3$ \\end{tabular}")); !strings.Contains(out, "outside: a bound where there is no value: this target is faster than anything measured") {
		t.Error(out)
	}
}
