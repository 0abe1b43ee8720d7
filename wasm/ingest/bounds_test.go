package ingest

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/isofront/isofront/data/importer"
	"github.com/isofront/isofront/data/pack"
)

// experiments is a file of genai-perf's with so many runs of one request.
func experiments(n int) []byte {
	one := `{"requests":[{"timestamp":1000000000,"response_timestamps":[1100000000,1120000000],"response_outputs":[{"response":"{\"text\":\"a\"}"},{"response":"{\"text\":\"b\"}"}]}]}`
	return []byte(`{"version":"1","experiments":[` + strings.TrimSuffix(strings.Repeat(one+",", n), ",") + `]}`)
}

// A small file may hold very many runs, models or rows: what is made of it is
// bounded all the same, and says so.
func TestManyRunsAreNotAllReported(t *testing.T) {
	r := feed(t, &module{}, "sweep.json", experiments(150), 1000)
	if r.Kind != KindRequests || len(r.Runs) != 100 || len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "Only the first 100 runs are reported") {
		t.Errorf("%s, %d runs: %q", r.Kind, len(r.Runs), r.Notes)
	}
	if r := feed(t, &module{}, "sweep.json", experiments(100), 1000); len(r.Runs) != 100 || len(r.Notes) != 0 {
		t.Errorf("%d runs: %q", len(r.Runs), r.Notes)
	}
	if r := feed(t, &module{}, "sweep.json", experiments(1001), 1000); r.Kind != KindRefused || r.Problem != "holds more than 1000 runs" {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
	var files []string
	for i := range 3 {
		files = append(files, fmt.Sprintf("%d/profile_export.json", i), string(experiments(60)))
	}
	if r := feed(t, &module{}, "all.zip", zipped(t, files...), 1000); len(r.Runs) != 100 || len(r.Notes) != 1 || !strings.HasPrefix(r.Notes[0], "Only the first 100 runs") {
		t.Errorf("%d runs: %q", len(r.Runs), r.Notes)
	}
}

func TestManyModelsAreRefused(t *testing.T) {
	var b strings.Builder
	b.WriteString("model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\n")
	for i := range 1001 {
		fmt.Fprintf(&b, "M%d,h1,f,fp8,none,false,1024,1024,4,50,100\n", i)
	}
	r := feed(t, &module{}, "p.csv", []byte(b.String()), 1000)
	if r.Kind != KindRefused || !strings.Contains(r.Problem, "points of 1001 models and workloads, more than the 1000") {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
}

// Runs of files that come together are kept together, and only these.
func TestRunsJoin(t *testing.T) {
	m := &module{}
	feed(t, m, "a.jsonl", trace(5, "x"), 100)
	m.join = true
	feed(t, m, "b.jsonl", trace(7, "x"), 100)
	if a, b := m.goodput(0, 10, 0), m.goodput(1, 10, 0); !strings.HasPrefix(a, "5 of 5 ") || !strings.HasPrefix(b, "7 of 7 ") {
		t.Errorf("%q, %q", a, b)
	}
	feed(t, m, "c.jsonl", trace(6, "x"), 100)
	if a, b := m.goodput(0, 10, 0), m.goodput(1, 10, 0); !strings.HasPrefix(a, "6 of 6 ") || b != "" {
		t.Errorf("%q, %q", a, b)
	}
}

// A file that a page has no room for is refused with its first piece, before memory is taken
// for it, where the host says its size, and the refusal says what reads it. Requests that are
// lines may be of any size.
func TestFilesOfTooLargeASize(t *testing.T) {
	serve := []byte(`{"model_id":"m","num_prompts":2,"duration":1,"completed":2,"total_input_tokens":20,"input_lens":[10,10],"output_lens":[2,2],"ttfts":[0.1,0.1],"itls":[[0.01],[0.02]]}`)
	points := []byte("model,hardware,framework,precision,spec_decoding,disagg,isl,osl,concurrency,interactivity,tput_per_gpu\n")
	for _, x := range []struct {
		name  string
		begin []byte
		size  float64
		want  string
	}{
		{"vllm.json", serve, 1<<30 + 1, "is larger than 1 GiB and not read line by line, so that a page has no room for it: the command “isofront requests” reads it, and"},
		{"p.csv", points, 5e12, "is larger than 1 GiB, for which a page has no room: the command “isofront pack” makes a bundle"},
		{"all.zip", zipped(t, "p.csv", string(points)), 256<<20 + 1, "is an archive of more than 256 MiB, for which a page has no room: unpack it"},
		{"b.msgpack", packedOnce(t), 256<<20 + 1, "is a packed file of more than 256 MiB, for which a page has no room: the command “isofront inspect”"},
		{"vllm.json", serve, 1 << 30, ""},
		{"a.jsonl", trace(20, "x"), 5e12, ""},
	} {
		m := &module{}
		m.begin(copy(m.Room(len(x.name)), x.name), x.size)
		first := append(x.begin, strings.Repeat(" ", importer.HeadSize)...)
		more := m.write(copy(m.Room(len(first)), first))
		if more != (x.want == "") {
			t.Errorf("%s of %v bytes: more is wanted: %v", x.name, x.size, more)
		}
		if r := m.file; r.held.size > 0 && !more {
			t.Errorf("%s: %d bytes are held", x.name, r.held.size)
		}
		if out := decode(t, m.end()); x.want != "" && !strings.HasPrefix(out.Problem, x.want) {
			t.Errorf("%s of %v bytes: %q", x.name, x.size, out.Problem)
		}
	}
	// A host that says a smaller size, or none.
	r := &reading{name: "x", most: maxHeld, held: pieces{list: [][]byte{serve}, size: maxHeld}}
	if r.write([]byte("x")) || r.out.reply.Kind != KindRefused {
		t.Error("a file that is larger than it was said to be is taken")
	}
}

// packedOnce is a packed file.
func packedOnce(t *testing.T) []byte {
	files, _, err := pack.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		return file
	}
	return nil
}

// Of a file of lines nothing but the line at hand is held: 256 MB of requests with long
// texts, of which none is read, take no more than a line's memory and what a piece does.
func TestLinesAreNotHeld(t *testing.T) {
	m := &module{}
	m.begin(copy(m.Room(1), "a"), 0)
	head := strings.TrimSuffix(string(trace(1, "x")), "}\n")
	pad := []byte(strings.Repeat("x", 1<<20))
	before, most := uint64(0), uint64(0)
	for line := range 64 {
		for _, piece := range [][]byte{[]byte(head + `,"text":"`), pad, pad, pad, pad, []byte("\"}\n")} {
			if !m.write(copy(m.Room(len(piece)), piece)) {
				t.Fatal("no more is wanted")
			}
		}
		var s runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&s)
		if line == 3 {
			before = s.HeapAlloc
		}
		most = max(most, s.HeapAlloc)
	}
	if most > before+16<<20 {
		t.Errorf("%d MiB of memory after some lines, %d at most", before>>20, most>>20)
	}
	if r := decode(t, m.end()); r.Kept != 1 || r.Refused != 0 || len(r.Runs) != 1 {
		t.Errorf("%s, %d kept: %s", r.Kind, r.Kept, r.Problem)
	}
}
