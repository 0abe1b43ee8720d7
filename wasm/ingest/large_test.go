//go:build tinygotest

package ingest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/guest"
)

// mostMiB is what a page may take of memory, which never shrinks.
const mostMiB = 1 << 10

// servingRequests is a file of "vllm bench serve" with each request's gaps, which is
// held until its end.
func servingRequests(n int) []byte {
	rng := rand.New(rand.NewPCG(51, 52))
	var lengths, out, ttfts, itls strings.Builder
	for i := range n {
		comma := ","
		if i == 0 {
			comma = ""
		}
		fmt.Fprintf(&lengths, "%s%d", comma, 500+rng.IntN(1000))
		fmt.Fprintf(&out, "%s30", comma)
		fmt.Fprintf(&ttfts, "%s%.6f", comma, rng.Float64())
		itls.WriteString(comma + "[")
		for k := range 29 {
			if k > 0 {
				itls.WriteByte(',')
			}
			fmt.Fprintf(&itls, "%.6f", rng.Float64()/50)
		}
		itls.WriteByte(']')
	}
	return fmt.Appendf(nil, `{"date":"20010101-000000","backend":"vllm","model_id":"m","num_prompts":%d,"duration":1000,"completed":%d,"total_input_tokens":1,"total_output_tokens":1,"input_lens":[%s],"output_lens":[%s],"ttfts":[%s],"itls":[%s]}`,
		n, n, lengths.String(), out.String(), ttfts.String(), itls.String())
}

// Large files one after another, each with the last one's requests still at hand, in
// the memory that a page has: a million requests packed, 120 MB of lines, a file that
// is held whole, and the million again.
func TestLargeFilesOneAfterAnother(t *testing.T) {
	g, m := guest.New(t, "ingest"), &module{}
	packed := packedMillion(t)
	for i, s := range []sample{{"million.msgpack", packed}, {"lines.jsonl", trace(300_000, "a session of some length")}, {"vllm.json", servingRequests(150_000)}, {"again.msgpack", packed}, {"small.jsonl", trace(20, "x")}} {
		r := alike(t, g, m, s.name, s.file)
		if r.Kind != KindRequests || len(r.Runs) != 1 {
			t.Fatalf("%s: %s %s", s.name, r.Kind, r.Problem)
		}
		t.Logf("%d. %s, %d MB: %d requests, %d MiB", i+1, s.name, len(s.file)/1e6, r.Runs[0].Report.Requests.Total, g.MiB())
	}
	if g.MiB() > mostMiB {
		t.Errorf("%d MiB of memory, more than %d", g.MiB(), mostMiB)
	}
}
