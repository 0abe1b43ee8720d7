package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// served is the API as serve mounts it, over a folder or the shipped figures.
func served(t *testing.T, dataDir string) *httptest.Server {
	t.Helper()
	h, err := withAPI(http.NotFoundHandler(), dataDir)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

func fetch(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(b)
}

// questions are flags of a verb; as a query they are the same names.
var questions = [][]string{
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "series=gb*", "baseline=gb200*", "targets=10,16,25,50,74", "quantity=throughput,cost,energy,tokens-per-dollar", "prices-as-of=2026-03-18"},
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "series=gb300*", "series=gb200*", "price=gb300=2.37", "price=gb200=2", "power=gb300=2.5", "digits=5", "reach=at-least", "targets=5,25"},
	{"table", "model=deepseek-r1-0528", "workload=agentic", "axis=e2e-normalized", "percentile=75", "all-dates=true", "basis=rental"},
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "chain=gb200*,gb300*", "targets=25,50", "sentence=true"},
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "data-url=https://example.org/a/?b=<c>", "theme=dark"},
	{"frontier", "model=DeepSeek-V4-Pro", "workload=8192/1024", "series=gb300*"},
	{"frontier", "model=DeepSeek-R1-0528", "workload=agentic", "as-of=2026-12-01", "axis=ttft", "percentile=90"},
}

// The API answers what the command prints, byte for byte, in every format; what
// the command warns of is in a header.
func TestAPIAnswersAsTheCommand(t *testing.T) {
	base := served(t, "").URL + "/api/"
	for _, q := range questions {
		formats := []string{"json", "csv", "html"}
		if q[0] == "table" {
			formats = append(formats, "markdown", "latex", "embed")
		}
		for _, format := range formats {
			args, values := []string{q[0], "--format", format}, url.Values{"format": {format}}
			for _, o := range q[1:] {
				name, value, _ := strings.Cut(o, "=")
				args = append(args, "--"+o)
				values.Add(name, value)
			}
			want, errs, code := isofront(t, args...)
			if code != 0 {
				t.Fatalf("%v: %s", args, errs)
			}
			res, got := fetch(t, base+q[0]+"?"+values.Encode())
			if res.StatusCode != 200 || got != want {
				t.Errorf("%v: %d\n%.500s\nwant\n%.500s", args, res.StatusCode, got, want)
			}
			var said []string
			for line := range strings.Lines(errs) {
				said = append(said, strconv.QuoteToASCII(strings.TrimSpace(strings.TrimPrefix(line, "isofront: "+q[0]+": warning: "))))
			}
			if got, want := res.Header.Get("Isofront-Warnings"), strings.Join(said, ", "); got != want {
				t.Errorf("%v: warnings\n%s\nwant\n%s", args, got, want)
			}
		}
	}
}

// A reason is the command's, but for the dashes of a flag.
func TestAPIRefusesAsTheCommand(t *testing.T) {
	base := served(t, "").URL + "/api/"
	for _, q := range [][]string{{"table", "targets=fast"}, {"table", "model=Nothing"}, {"table", "quantity=cots"}, {"frontier", "model=DeepSeek-V4-Pro", "series=x"}, {"frontier", "format=latex"}, {"table", "as-of=today", "model=DeepSeek-V4-Pro"}} {
		args, values := []string{q[0]}, url.Values{}
		for _, o := range q[1:] {
			name, value, _ := strings.Cut(o, "=")
			args = append(args, "--"+o)
			values.Add(name, value)
		}
		_, errs, code := isofront(t, args...)
		if code != exitUsage {
			t.Fatalf("%v: exit %d", args, code)
		}
		res, got := fetch(t, base+q[0]+"?"+values.Encode())
		var reply struct {
			Error struct{ Kind, Message string }
		}
		if json.Unmarshal([]byte(got), &reply) != nil {
			reply.Error.Message = strings.TrimSpace(got)
		}
		want := strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(errs), "isofront: "+q[0]+": "), "--")
		if res.StatusCode != 400 || reply.Error.Message != want {
			t.Errorf("%v: %d %q, want %q", args, res.StatusCode, reply.Error.Message, want)
		}
	}
}

// Every flag of the verbs is an option by the same name and default, but for
// the folder to read.
func TestAPIKnowsTheFlags(t *testing.T) {
	_, text := fetch(t, served(t, "").URL+"/api/?format=json")
	var list struct {
		Paths []struct {
			Path    string
			Options []struct{ Name, Default string }
		}
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Paths) != 2 {
		t.Fatal(err, text)
	}
	parser, err := kong.New(&cli{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list.Paths {
		var got, want []string
		for _, o := range p.Options {
			got = append(got, o.Name)
		}
		for _, node := range parser.Model.Children {
			if node.Name != p.Path {
				continue
			}
			for _, f := range node.Flags {
				if f.Name != "data" && f.Name != "help" {
					want = append(want, f.Name)
				}
			}
		}
		if len(want) < 5 || !slices.Equal(got, want) {
			t.Errorf("%s: options %v, flags %v", p.Path, got, want)
		}
	}
}

func TestServeMountsTheAPI(t *testing.T) {
	s := served(t, "")
	for path, status := range map[string]int{"/api/": 200, "/api": 200, "/api/table": 400, "/api/x": 404, "/apix": 404, "/": 404} {
		if res, text := fetch(t, s.URL+path); res.StatusCode != status {
			t.Errorf("%s: %d, want %d: %.100s", path, res.StatusCode, status, text)
		}
	}
	if len(program()) != 64 {
		t.Errorf("program %q", program())
	}
}
