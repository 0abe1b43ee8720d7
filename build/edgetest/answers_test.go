//go:build linux && amd64

package edgetest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// client asks for what it is told to: it follows nothing and unpacks nothing.
var client = &http.Client{
	Timeout:       time.Minute,
	Transport:     &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 8},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// get sends a request, with headers in pairs, and reads the whole reply.
func get(t testing.TB, method, url string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest(method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, body
}

// questions are flags of a verb; as a query they are the same names.
var questions = [][]string{
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "series=gb*", "baseline=gb200*", "targets=10,16,25,50,74", "quantity=throughput,cost,energy,tokens-per-dollar", "prices-as-of=2026-03-18"},
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "series=gb300*", "series=gb200*", "price=gb300=2.37", "digits=5", "reach=at-least", "targets=5,25"},
	{"table", "model=DeepSeek-R1-0528", "workload=agentic", "axis=e2e-normalized", "percentile=75", "all-dates=true", "basis=rental"},
	{"table", "model=DeepSeek-V4-Pro", "workload=8192/1024", "chain=gb200*,gb300*", "targets=25,50"},
	{"frontier", "model=DeepSeek-V4-Pro", "workload=8192/1024", "series=gb300*"},
	{"frontier", "model=DeepSeek-R1-0528", "workload=agentic"},
}

var formats = []string{"json", "csv", "html"}

// address is a question as a path with its query, args as a command's.
func address(q []string, format string) (path string, args []string) {
	args, values := []string{q[0], "--format", format}, url.Values{"format": {format}}
	for _, o := range q[1:] {
		name, value, _ := strings.Cut(o, "=")
		args = append(args, "--"+o)
		values.Add(name, value)
	}
	return "/api/" + q[0] + "?" + values.Encode(), args
}

// printed is what the command prints.
func printed(t testing.TB, args ...string) []byte {
	t.Helper()
	bin, err := command()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v: %s", args, err, errs.String())
	}
	return out.Bytes()
}

func TestAnswersAreTheCommands(t *testing.T) {
	w := start(t, folder(t))
	for _, q := range questions {
		for _, format := range formats {
			path, args := address(q, format)
			want := printed(t, args...)
			res, got := get(t, "GET", w.url+path)
			if res.StatusCode != 200 || !bytes.Equal(got, want) {
				t.Errorf("%s: %d\n%.500s\nwant\n%.500s", path, res.StatusCode, got, want)
			}
			for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300"} {
				if got := res.Header.Get(name); got != want {
					t.Errorf("%s: %s: %q, want %q", path, name, got, want)
				}
			}
			head, nothing := get(t, "HEAD", w.url+path)
			if head.StatusCode != 200 || len(nothing) > 0 || head.ContentLength != int64(len(want)) {
				t.Errorf("HEAD %s: %d, %d bytes of %d", path, head.StatusCode, len(nothing), head.ContentLength)
			}
			same, nothing := get(t, "GET", w.url+path, "If-None-Match", res.Header.Get("ETag"))
			if same.StatusCode != 304 || len(nothing) > 0 || same.Header.Get("ETag") != res.Header.Get("ETag") {
				t.Errorf("%s, not changed: %d %v", path, same.StatusCode, same.Header)
			}
		}
	}
	for accept, kind := range map[string]string{"": "application/json", "text/csv": "text/csv; charset=utf-8", "text/html,*/*;q=0.8": "text/html; charset=utf-8"} {
		if res, _ := get(t, "GET", w.url+"/api/frontier?model=DeepSeek-V4-Pro", "Accept", accept); res.StatusCode != 200 || res.Header.Get("Content-Type") != kind {
			t.Errorf("Accept %q: %d %s", accept, res.StatusCode, res.Header.Get("Content-Type"))
		}
	}
}

func TestBadQueries(t *testing.T) {
	w := start(t, folder(t))
	for _, c := range []struct {
		method, path string
		status       int
		want         string
	}{
		{"GET", "/api/table?model=Nothing", 400, `model "Nothing": not in this data; there are `},
		{"GET", "/api/table?model=DeepSeek-V4-Pro&targets=fast", 400, `targets: "fast" is not a number`},
		{"GET", "/api/table?model=DeepSeek-V4-Pro&traget=3", 400, "traget: no such option"},
		{"GET", "/api/table?model=DeepSeek-V4-Pro&targets=" + strings.Repeat("1,", 300), 400, "targets: more than 200 values"},
		{"GET", "/api/table?model=" + strings.Repeat("x", 9000), 400, "query: "},
		{"GET", "/api/table?%zz&a=%00%ff", 400, "query: "},
		{"GET", "/api/solve", 404, "no such path"},
		{"GET", "/api/table/", 404, "no such path"},
		{"POST", "/api/table?model=DeepSeek-V4-Pro", 405, "method not allowed"},
	} {
		res, body := get(t, c.method, w.url+c.path)
		var reply struct {
			Error struct{ Kind, Message string }
		}
		if err := json.Unmarshal(body, &reply); err != nil || res.StatusCode != c.status || !strings.Contains(reply.Error.Message, c.want) {
			t.Errorf("%s %.80s: %d %.300s, want %d %s", c.method, c.path, res.StatusCode, body, c.status, c.want)
		}
	}
	if res, _ := get(t, "GET", w.url+"/api"); res.StatusCode != 301 || res.Header.Get("Location") != "api/" {
		t.Errorf("/api: %d %v", res.StatusCode, res.Header)
	}
	if res, body := get(t, "GET", w.url+"/api/"); res.StatusCode != 200 || !strings.Contains(string(body), `"path": "frontier"`) {
		t.Errorf("/api/: %d %s", res.StatusCode, body)
	}
}
