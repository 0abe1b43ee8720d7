package audit_test

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/audit"
)

// TestNamed: captions, heads and columns say which model and workload a table is
// about, in several spellings; of several that could be meant none is taken.
func TestNamed(t *testing.T) {
	index := &data.Index{}
	for _, b := range [][2]string{{"DeepSeek-R1-0528", "1024/1024"}, {"DeepSeek-R1-0528", "8192/1024"}, {"DeepSeek-R1-0528", "agentic"},
		{"DeepSeek-V4", "8192/1024"}, {"DeepSeek-V4-Pro", "8192/1024"}, {"GLM-5", "8192/1024"}} {
		index.Bundles = append(index.Bundles, data.BundleEntry{Model: b[0], Workload: b[1]})
	}
	const table = "\n\n| tok/s/user | GB300 $/M tok |\n|---|---|\n| 25 | $0.10 |\n"
	for _, c := range []struct{ doc, model, workload, want string }{
		{"Cost of DeepSeek-V4-Pro, 8192/1024" + table, "", "", "DeepSeek-V4-Pro 8192/1024"},
		{"Cost of deepseek v4 pro" + table, "", "", "DeepSeek-V4-Pro 8192/1024"}, // it has one workload
		{"DeepSeek-V4-Pro, ISL 1024 OSL 8192" + table, "", "", ""},               // which it has not
		{"DeepSeek-V4-Pro (ISL=8k, OSL=1k)" + table, "", "", "DeepSeek-V4-Pro 8192/1024"},
		{"Cost of DeepSeek V4" + table, "", "", "DeepSeek-V4 8192/1024"},
		{"Cost of DeepSeek V4 and of DeepSeek V4 Pro" + table, "", "", ""},
		{"DeepSeek R1, 8k/1k" + table, "", "", "DeepSeek-R1-0528 8192/1024"},
		{"DeepSeek R1 at 1K in, 1K out" + table, "", "", "DeepSeek-R1-0528 1024/1024"},
		{"DeepSeek-R1-0528 (ISL=8192, OSL=1024)" + table, "", "", "DeepSeek-R1-0528 8192/1024"},
		{"DeepSeek-R1-0528 8k1k" + table, "", "", "DeepSeek-R1-0528 8192/1024"},
		{"DeepSeek-R1-0528, agentic traces" + table, "", "", "DeepSeek-R1-0528 agentic"},
		{"DeepSeek-R1-0528" + table, "", "", ""}, // three workloads
		{"DeepSeek-R1-0528" + table, "", "agentic", "DeepSeek-R1-0528 agentic"},
		{"At 8192/1024" + table, "", "", ""},
		{"At 8192/1024" + table, "DeepSeek-R1-0528", "", "DeepSeek-R1-0528 8192/1024"},
		{"At 1024/8192" + table, "DeepSeek-R1-0528", "", ""},
		{"What it costs" + table, "", "", ""},
		{"What it costs" + table + strings.Repeat("\nand so on", 7000) + "\n\nGLM-5", "", "", ""}, // too far from where the text begins
		{"What it costs" + table, "GLM-5", "8192/1024", "GLM-5 8192/1024"},                        // nothing is left to be named
		{"GLM-50 and xGLM-5" + table, "", "", ""},
		// The text around is asked for what the table itself leaves unsaid, and only then.
		{"An article about GLM-5, beside DeepSeek-V4-Pro.\n\nCost of GLM-5" + table, "", "", "GLM-5 8192/1024"},
		{"An article about GLM-5.\n\nWhat it costs" + table, "", "", "GLM-5 8192/1024"},
		{"| model | isl | osl | tok/s/user | GB300 $/M tok |\n|---|---|---|---|---|\n| DeepSeek-R1-0528 | 8192 | 1024 | 25 | $0.10 |\n", "", "", "DeepSeek-R1-0528 8192/1024"},
		{"| tok/s/user | GLM-5 on GB300, $/M tok |\n|---|---|\n| 25 | $0.10 |\n", "", "", "GLM-5 8192/1024"},
	} {
		grids, err := audit.Parse([]byte(c.doc))
		if err != nil {
			t.Fatal(err)
		}
		place, ok := audit.Named(grids, c.doc, c.model, c.workload, index)
		got := ""
		if ok {
			got = place.Model + " " + place.Workload
		}
		if got != c.want {
			t.Errorf("%q, given %q %q: %q, want %q", c.doc, c.model, c.workload, got, c.want)
		}
	}
}
