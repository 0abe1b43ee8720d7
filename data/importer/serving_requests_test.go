package importer

import (
	"runtime"
	"slices"
	"strings"
	"testing"
)

// servedFive is a run of five requests without a fault: n tokens of the nth, its first after
// n/10 s, and gaps of 0.01 s.
const servedFive = `{"model_id":"m","num_prompts":5,"duration":10,"completed":5,"total_input_tokens":50,"total_output_tokens":15,` +
	`"input_lens":[10,10,10,10,10],"output_lens":[1,2,3,4,5],"ttfts":[0.1,0.2,0.3,0.4,0.5],"itls":[[],[0.01],[0.01,0.01],[0.01,0.01,0.01],[0.01,0.01,0.01,0.01]]}`

// What an array has wrong of one request refuses that request, by its own number and with
// what is found there, and no other.
func TestOneRequestOfARunRefused(t *testing.T) {
	sglang := strings.NewReplacer(`"model_id":"m","num_prompts":5`, `"backend":"vllm","random_input_len":10`)
	for name, c := range map[string]struct {
		edit  []string
		want  []string
		given []int // the rows of the requests that are kept
	}{
		"no fault":            {nil, nil, []int{1, 2, 3, 4, 5}},
		"a null gap":          {[]string{"[0.01,0.01],", "[0.01,null],"}, []string{"f: row 3: itls: holds something that is not a number"}, []int{1, 2, 4, 5}},
		"a text for a gap":    {[]string{"[0.01,0.01],", `["0.01",0.01],`}, []string{"f: row 3: itls: is not a number"}, []int{1, 2, 4, 5}},
		"a text for gaps":     {[]string{"[0.01,0.01],", `"slow",`}, []string{"f: row 3: itls: is not an array"}, []int{1, 2, 4, 5}},
		"an object for gaps":  {[]string{"[[],", `[{"a":[1]},`}, []string{"f: row 1: itls: is not an array"}, []int{2, 3, 4, 5}},
		"a text for a time":   {[]string{"0.2,", `"0.2",`}, []string{"f: row 2: ttfts: is not a number"}, []int{1, 3, 4, 5}},
		"a text for a length": {[]string{"4,5]", `4,"5"]`}, []string{"f: row 5: output_lens: is not a number"}, []int{1, 2, 3, 4}},
		"beyond any number":   {[]string{"0.3,", "1e999,", "0.4,", "1e998,"}, []string{`f: row 3: ttfts: is not a number: "1e999"`, "f: row 4: ttfts: is not a number"}, []int{1, 2, 5}},
		"two in one request":  {[]string{"0.3,", "[],", "[0.01,0.01],", "[null,0.01],"}, []string{"f: row 3: ttfts: is not a number"}, []int{1, 2, 4, 5}},
		"every request":       {[]string{"[0.1,0.2,0.3,0.4,0.5]", `["a","b","c","d","e"]`}, []string{"f: row 1: ttfts: is not a number", "f: row 2: ttfts: is not a number", "f: row 3: ttfts: is not a number", "f: row 4: ttfts: is not a number", "f: row 5: ttfts: is not a number"}, nil},
	} {
		for tool, whole := range map[string]string{"vLLM": servedFive, "SGLang": sglang.Replace(servedFive)} {
			t.Run(name+", "+tool, func(t *testing.T) {
				traces, g := gather(t, strings.NewReplacer(c.edit...).Replace(whole)+"\n"+whole)
				if got := notes(traces[0].Refused); !slices.Equal(got, c.want) || !slices.Equal(g.rows[0], c.given) {
					t.Fatalf("%q and rows %v; want %q and %v", got, g.rows[0], c.want, c.given)
				}
				if len(traces) != 2 || !slices.Equal(g.rows[1], []int{6, 7, 8, 9, 10}) || len(traces[1].Refused) != 0 {
					t.Errorf("the run behind: %v, %v", g.rows, traces)
				}
				for i, r := range g.records[0] { // each with its own gaps
					n := float64(c.given[i])
					is(t, "tokens", r.Output.Server, n)
					is(t, "TTFT", r.Figures.TTFT, n/10)
					if len(r.Figures.Gaps) != int(n)-1 {
						t.Errorf("row %v: %d gaps", n, len(r.Figures.Gaps))
					}
				}
			})
		}
	}
}

// Faults of a million requests are held in a byte each, and pass through in their wording.
func TestFaultsOfAMillionRequests(t *testing.T) {
	const n = 1 << 20
	of := func(v string) string { return "[" + strings.Repeat(v+",", n-1) + v + "]" }
	file := func(v string) string {
		return strings.NewReplacer("[1,2,3,4,5]", of("1"), "[0.1,0.2,0.3,0.4,0.5]", of(v), `,"itls"`, `,"none"`, "[10,10,10,10,10]", of("1")).Replace(servedFive)
	}
	used := func(text string) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		traces, err := ReadRequests("f", strings.NewReader(text), &counting{})
		runtime.ReadMemStats(&after)
		if err != nil || traces[0].Records+traces[0].RefusedOf.Total() != n {
			t.Fatalf("%v, %v", err, traces)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	if sound, faulty := used(file("1")), used(file(`""`)); faulty > sound+32<<20 {
		t.Errorf("%d MiB allocated, %d of a file without faults", faulty>>20, sound>>20)
	}
}
