package ingest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/isofront/isofront/data"
)

// trace is a made-up file in the form of AIPerf's records.
func trace(n int, session string) []byte {
	var b bytes.Buffer
	for i := range n {
		ttft, osl := 100+float64(i), 10+i
		latency := ttft + 10*float64(osl-1)
		fmt.Fprintf(&b, `{"metadata":{"session_num":%d,"x_request_id":%q,"request_start_ns":%d,"benchmark_phase":"profiling","was_cancelled":false},"metrics":{"output_sequence_length":{"value":%d,"unit":"tokens"},"input_sequence_length":{"value":1000,"unit":"tokens"},"request_latency":{"value":%v,"unit":"ms"},"time_to_first_token":{"value":%v,"unit":"ms"}}}`+"\n",
			i, session, 1e18+int64(i)*1e9, osl, latency, ttft)
	}
	return b.Bytes()
}

// feed gives a file to the module in pieces, as a host does.
func feed(t *testing.T, m *module, name string, file []byte, piece int) *Reply {
	t.Helper()
	m.begin(copy(m.Room(len(name)), name), 0)
	for rest := file; len(rest) > 0; {
		n := min(piece, len(rest))
		if !m.write(copy(m.Room(n), rest[:n])) {
			break
		}
		rest = rest[n:]
	}
	return decode(t, m.end())
}

func decode(t *testing.T, out []byte) *Reply {
	t.Helper()
	if n := binary.LittleEndian.Uint32(out); int(n) != len(out)-4 {
		t.Fatalf("the length says %d of %d bytes", n, len(out)-4)
	}
	var r Reply
	if _, err := r.UnmarshalMsg(out[4:]); err != nil {
		t.Fatal(err)
	}
	return &r
}

func TestPiecesOfAnySizeGiveTheSameReply(t *testing.T) {
	file := trace(50, "x")
	m := &module{}
	want := feed(t, m, "a.jsonl", file, len(file))
	if want.Kind != KindRequests || len(want.Runs) != 1 || want.Runs[0].Report.Requests.Used != 50 {
		t.Fatalf("%s: %s", want.Kind, want.Problem)
	}
	for _, piece := range []int{1, 7, 1000} {
		got := feed(t, m, "a.jsonl", file, piece)
		if len(got.Runs) != 1 || got.Runs[0].HTML != want.Runs[0].HTML {
			t.Errorf("pieces of %d give another reply", piece)
		}
	}
	if v := want.Runs[0].ITL; v == nil || *v != 0.01 {
		t.Errorf("the median ITL is %v, want 0.01", v)
	}
}

func TestAFileInPlaceOfAnotherDropsIt(t *testing.T) {
	m := &module{}
	feed(t, m, "a.jsonl", trace(5, "x"), 100)
	m.begin(copy(m.Room(1), "b"), 0)
	m.write(copy(m.Room(10), `{"metadata`))
	if got := m.goodput(0, 10, 0); !strings.HasPrefix(got, "5 of 5 requests sent") {
		t.Errorf("while another is read, the last one's goodput is %q", got)
	}
	if r := feed(t, m, "c.jsonl", trace(6, "x"), 100); r.Runs[0].Report.Requests.Used != 6 {
		t.Errorf("%+v", r.Runs[0].Report.Requests)
	}
	if m.goodput(7, 1, 1) != "" || m.csv(-1) != "" {
		t.Error("a run that is not there has figures")
	}
}

// What comes from a file is text, never markup.
func TestHTMLIsEscaped(t *testing.T) {
	const evil = `<img src=x onerror=alert(1)>"'&`
	broken := append(trace(6, "x"), []byte(`{"metadata":{"benchmark_phase":"<b>evil</b>"}, "metrics": <script>`+"\n")...)
	r := feed(t, &module{}, evil+".jsonl", broken, 64)
	for _, run := range r.Runs {
		for _, tag := range []string{"<img", "<script", "<b>evil", "onerror=alert(1)>\""} {
			if strings.Contains(run.HTML, tag) {
				t.Errorf("the report holds %q", tag)
			}
		}
		if strings.Contains(run.HTML, " style=") {
			t.Error("the report holds an inline style, which the page's policy blocks")
		}
	}
	if len(r.Runs) != 1 || !strings.Contains(r.Runs[0].HTML, "&lt;img src=x") {
		t.Error("the file's name is not on the report")
	}
}

func TestPointsArePackedAsUnofficial(t *testing.T) {
	const csv = "model,hardware,framework,precision,spec_decoding,disagg,isl,osl,official,concurrency,interactivity,tput_per_gpu\n" +
		"M,h1,f,fp8,none,false,1024,1024,true,4,50,100\nM,h1,f,fp8,none,false,1024,1024,true,8,x,200\nN,h1,f,fp8,none,false,1024,1024,true,8,30,200\n"
	r := feed(t, &module{}, "p.csv", []byte(csv), 10)
	if r.Kind != KindPoints || len(r.Bundles) != 2 || r.Kept != 2 || r.Refused != 1 {
		t.Fatalf("%+v", r)
	}
	_, _, b, err := data.OpenFile(r.Bundles[0].File)
	if err != nil || b.Len() != 1 || b.Point(0).Official {
		t.Errorf("%v, %+v", err, b)
	}
	// The bundle itself, dropped, is passed on as it is; damaged, it is refused.
	again := feed(t, &module{}, "p.msgpack", r.Bundles[0].File, 10)
	if again.Kind != KindPacked || !bytes.Equal(again.Bundles[0].File, r.Bundles[0].File) {
		t.Errorf("%s: %s", again.Kind, again.Problem)
	}
	spoilt := bytes.Clone(r.Bundles[0].File)
	spoilt[len(spoilt)/2] ^= 1
	if r := feed(t, &module{}, "p.msgpack", spoilt, 1000); r.Kind != KindRefused || !strings.Contains(r.Problem, "damaged") {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
}

func TestUnknownFilesAreNamed(t *testing.T) {
	for content, want := range map[string]string{
		"":                              "is empty",
		" \n":                           "is empty",
		"\x1f\x8b\x08\x00":              "gzip",
		"\x28\xb5\x2f\xfd":              "is not read: it is packed by zstd: unpack it",
		"\xff\xfea\x00,\x00b\x00\n\x00": "is not read: it is UTF-16: save it as UTF-8",
		"model;hardware;isl;osl\n":      "is not read: this CSV is separated by semicolons; use commas",
		"| hardware | framework | precision |\n|--|--|--|\n": "a published table is checked in the Audit view",
		"%PDF-1.7":     "is a PDF",
		"\x00\x01\x02": "is a binary file",
		"<html>":       "is a web page",
		"a,b\n1,2":     "is a table with the columns a,b",
		"hello":        "is text",
		"as_of,hardware,rental_usd_per_gpu_hour\n2026-01-01,b200,2\n": "is a price sheet, and a page takes prices in its price fields",
		`{"a":{"b":1},"c":[{"d":2}]}`:                                 "is JSON with the fields a, c …",
		`[{"a":1,"b":"x"},{"c":1}]`:                                   "is JSON with the fields a, b",
		`[1,2`:                                                        "is not JSON or holds no object",
		"PK\x03\x04nothing":                                           "is a zip archive that cannot be opened",
		"\xef\xbb\xbf{\"a\":1}":                                       "is JSON with the fields a",
		`{"hw":"b200","tp":8,"conc":`:                                 "ends in the middle of a value: it was cut short",
		"{\"" + strings.Repeat("k", 99):                               "begins like JSON",
	} {
		r := feed(t, &module{}, "f", []byte(content), 3)
		if r.Kind != KindRefused || !strings.Contains(r.Problem, want) {
			t.Errorf("%.20q: %s %q, want %q", content, r.Kind, r.Problem, want)
		}
	}
}

// An isofront.json by itself, or with more than a page reads whole, says when it is read.
func TestASidecarAlone(t *testing.T) {
	if r := feed(t, &module{}, "isofront.json", []byte(`{"hardware":"b200"}`), 100); r.Kind != KindRefused || !strings.HasPrefix(r.Problem, "says what files beside it do not") {
		t.Errorf("%s: %s", r.Kind, r.Problem)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(trace(3, "x"))
	f.Add([]byte("model,hardware\n"))
	f.Add([]byte(`{"a":[{"b":1}]}`))
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(t *testing.T, file []byte) {
		whole := &reading{name: "f"}
		whole.write(file)
		r := whole.end().reply
		parts := &reading{name: "f"}
		for rest := file; len(rest) > 0 && parts.write(rest[:(len(rest)+1)/2]); {
			rest = rest[(len(rest)+1)/2:]
		}
		if p := parts.end().reply; p.Kind != r.Kind || p.Problem != r.Problem || p.Kept != r.Kept || p.Refused != r.Refused || len(p.Runs) != len(r.Runs) {
			t.Errorf("in parts %+v, whole %+v", p, r)
		}
		if r.Kind == KindRefused && r.Problem == "" {
			t.Error("refused without a reason")
		}
		for i := range r.Runs {
			if strings.Contains(r.Runs[i].HTML, "NaN") || strings.Contains(r.Runs[i].HTML, "Inf<") {
				t.Error("a number that is none")
			}
		}
	})
}
