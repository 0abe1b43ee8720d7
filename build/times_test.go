package main

import (
	"strings"
	"testing"
)

// TestTimesSayWhichTime: a column of seconds is headed by what they are, in every
// format that is read, and the table is still one that audit takes; a sentence and a
// CSV have the bare unit after the number or the word.
func TestTimesSayWhichTime(t *testing.T) {
	args := []string{"table", "--model", "DeepSeek-R1-0528", "--workload", "agentic", "--targets", "40,100"}
	for axis, want := range map[string]string{"ttft": "TTFT (s)", "e2el": "E2E latency (s)", "interactivity": "tok/s/user"} {
		with := append(args, "--axis", axis)
		for _, format := range []string{"markdown", "html", "latex", "embed"} {
			out := must(t, append(with, "--format", format)...)
			begin := map[string]string{"markdown": "\n| ", "latex": "\n"}[format]
			if begin == "" {
				begin = `<th scope="col">`
			}
			if !strings.Contains(out, begin+want+map[bool]string{true: " ", false: "<"}[begin[0] == '\n']) {
				t.Errorf("%s as %s: %.300s", axis, format, out)
			}
			if said := must(t, "audit", write(t, "own."+format, out), "--fail"); !strings.Contains(said, `"`+want+`" holds the targets`) {
				t.Errorf("%s as %s: %.600s", axis, format, said)
			}
		}
		unit := map[bool]string{true: "tok/s/user", false: "s"}[axis == "interactivity"]
		if csv := must(t, append(with, "--format", "csv")...); !strings.Contains(csv, ",target ("+unit+"),") {
			t.Errorf("%s: %.200s", axis, csv)
		}
		if out := must(t, append(with, "--sentence")...); strings.Contains(out, "(s)") || axis != "interactivity" && !strings.Contains(out, " at 40 s") && !strings.Contains(out, "at 40 and 100 s") {
			t.Errorf("%s: %s", axis, out)
		}
	}
	tag := must(t, "chart", "--format", "embed", "--model", "DeepSeek-R1-0528", "--workload", "agentic", "--axis", "e2el", "--targets", "40")
	if !strings.Contains(tag, `<th scope="col">E2E latency (s)</th>`) || !strings.Contains(tag, "Lines at 40 s.") {
		t.Errorf("%.300s", tag)
	}
}
