//go:build tinygotest

package ingest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/isofront/isofront/build/guest"
	"github.com/isofront/isofront/data/pack"
)

// The module says of a file what the same source says of it natively, to the 12
// digits of its reports, as either compiler builds it; and where a panic cannot be
// recovered, as under TinyGo, nothing may panic.

// feedGuest gives a file to the module as a host does.
func feedGuest(t *testing.T, g *guest.Guest, name string, file []byte, piece int) *Reply {
	t.Helper()
	g.Call("begin", g.Put([]byte(name)), 0)
	for rest := file; len(rest) > 0; {
		n := min(piece, len(rest))
		if g.Call("write", g.Put(rest[:n])) == 0 {
			break
		}
		rest = rest[n:]
	}
	var r Reply
	if _, err := r.UnmarshalMsg(g.Reply(g.Call("end"))); err != nil {
		t.Fatal(err)
	}
	return &r
}

// alike gives a file to both, and fails the test where they differ.
func alike(t *testing.T, g *guest.Guest, m *module, name string, file []byte) *Reply {
	t.Helper()
	native := feed(t, m, name, file, 1<<20)
	if strings.Contains(native.Problem, "a fault in isofront") {
		t.Fatalf("%s: %s", name, native.Problem)
	}
	if where := unlike("", plainly(t, feedGuest(t, g, name, file, 1<<20)), plainly(t, native)); where != "" {
		t.Fatalf("%s: the module's reply is not the native one: %s", name, where)
	}
	for i := range native.Runs { // what is asked of it later
		for _, slo := range [][2]float64{{0.5, 0.02}, {0.11, 0}} {
			got := string(g.Reply(g.Call("goodput", uint64(i), math.Float64bits(slo[0]), math.Float64bits(slo[1]))))
			if want := m.goodput(i, slo[0], slo[1]); got != want {
				t.Fatalf("%s: the goodput of run %d is %q, natively %q", name, i, got, want)
			}
		}
		if got, want := string(g.Reply(g.Call("csv", uint64(i)))), m.csv(i); got != want {
			t.Fatalf("%s: the CSV of run %d is\n%.500s\nnatively\n%.500s", name, i, got, want)
		}
	}
	return native
}

// plainly is a reply as lists, maps, texts and numbers.
func plainly(t *testing.T, r *Reply) any {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// unlike says where two replies differ, "" for nowhere: texts by any byte, numbers
// by more than the 12 digits that compilers agree on.
func unlike(at string, a, b any) string {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			break
		}
		for k, v := range a {
			if where := unlike(at+"."+k, v, b[k]); where != "" {
				return where
			}
		}
		return ""
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			if where := unlike(at+"."+strconv.Itoa(i), a[i], b[i]); where != "" {
				return where
			}
		}
		return ""
	case float64:
		if b, ok := b.(float64); ok && math.Abs(a-b) <= 1e-12*math.Abs(b) {
			return ""
		}
	default:
		if a == b {
			return ""
		}
	}
	return fmt.Sprintf("%s: %.300v, natively %.300v", at, a, b)
}

type sample struct {
	name string
	file []byte
}

// samples are small files of many kinds: made up, shipped, and real ones where they
// are.
func samples(t *testing.T) []sample {
	t.Helper()
	const points = "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\nM,h1,f,fp8,none,false,1024,1024,4,50,100\nM,h1,f,fp8,none,false,1024,1024,8,x,200\n"
	all := []sample{
		{"a.jsonl", trace(200, "x")}, {"sweep.json", experiments(20)}, {"p.csv", []byte(points)}, {"odd.json", []byte(`{"a":{"b":1},"c":[{"d":2}]}`)}, {"t.txt", []byte("hello")}, {"empty", nil},
		{"all.zip", zipped(t, "a/profile_export.jsonl", string(trace(50, "x")), "a/profile_export_aiperf.json", string(summaryOf(459.5)), "p.csv", points, "notes.txt", "hello")},
		{"vllm.json", []byte(`{"model_id":"m","num_prompts":2,"duration":1,"completed":2,"total_input_tokens":20,"input_lens":[10,10],"output_lens":[2,2],"ttfts":[0.1,0.1],"itls":[[0.01],[0.02]]}`)},
	}
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range files {
		all = append(all, sample{name, file})
	}
	slices.SortFunc(all, func(a, b sample) int { return bytes.Compare([]byte(a.name), []byte(b.name)) })
	for _, pattern := range []string{"results/*", "results/*/*", "traces/*/*"} {
		found, _ := filepath.Glob("../../../shared/" + pattern)
		for _, path := range found {
			if file, err := os.ReadFile(path); err == nil { // not of a folder
				all = append(all, sample{filepath.Base(path), file})
			}
		}
	}
	return all
}

func TestModuleReadsSamplesAlike(t *testing.T) {
	g, m := guest.New(t, "ingest"), &module{}
	kinds := map[string]int{}
	for _, s := range samples(t) {
		kinds[alike(t, g, m, s.name, s.file).Kind]++
	}
	t.Logf("%v, %d MiB", kinds, g.MiB())
	if kinds[KindRequests] < 5 || kinds[KindPoints] < 1 || kinds[KindPacked] < 5 || kinds[KindRefused] < 3 {
		t.Errorf("too few to tell anything: %v", kinds)
	}
}

// Samples of which some bytes are others, or some are missing.
func TestModuleReadsBentFilesAlike(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	g, m := guest.New(t, "ingest"), &module{}
	odd := []string{"0", "-", "1e999", "\"", "{", "}", "[", "]", ",", "null", "\x00", "\xff", "99999999999999999999", "NaN", "\n", "1e-320"}
	kinds := map[string]int{}
	for i, s := range samples(t) {
		if len(s.file) == 0 || len(s.file) > 400_000 {
			continue
		}
		for k := range 12 {
			bent := bytes.Clone(s.file)
			for range 1 + rng.IntN(4) {
				at := rng.IntN(len(bent))
				switch rng.IntN(4) {
				case 0:
					bent[at] ^= 1 << rng.IntN(8)
				case 1:
					copy(bent[at:], odd[rng.IntN(len(odd))])
				case 2:
					bent = append(bent[:at:at], bent[min(len(bent), at+1+rng.IntN(200)):]...)
				case 3:
					bent = append(bent[:at:at], append([]byte(odd[rng.IntN(len(odd))]), bent[at:]...)...)
				}
				if len(bent) == 0 {
					break
				}
			}
			kinds[alike(t, g, m, fmt.Sprint(i, "-", k, s.name), bent).Kind]++
		}
	}
	t.Logf("%v, %d MiB", kinds, g.MiB())
	if kinds[KindRequests] < 10 || kinds[KindRefused] < 20 {
		t.Errorf("too few to tell anything: %v", kinds)
	}
}
