package api

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/isofront/isofront/data/pack"
)

// shipped are the packed files that come with the project.
var shipped = sync.OnceValues(func() (Source, error) {
	files, report, err := pack.Shipped()
	if err != nil {
		return Source{}, err
	}
	return Source{Index: report.Index, Read: func(name string) ([]byte, error) {
		if b, ok := files[name]; ok {
			return b, nil
		}
		return nil, os.ErrNotExist
	}}, nil
})

func handler(t testing.TB, program string) *Handler {
	t.Helper()
	source, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	return New(source, program)
}

// get is a request for a target as a client sends it, with headers in pairs.
func get(h http.Handler, method, target string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "/", nil)
	r.URL.Path, r.URL.RawQuery, _ = strings.Cut(target, "?")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t testing.TB, res *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const gb = "/table?model=DeepSeek-V4-Pro&workload=8192/1024&series=gb*&baseline=gb200*&targets=25,50&prices-as-of=2026-03-18"

// The numbers are those of TestTableSays: $0.2157 and $0.946 against $0.1022 and
// $0.783.
func TestAnswers(t *testing.T) {
	h := handler(t, "p")
	for _, c := range []struct{ target, accept, kind, want string }{
		{gb, "", "application/json", `"usd_per_mtok": 0.215`},
		{gb, "*/*", "application/json", `"state": "interpolated"`},
		{gb, "text/csv", "text/csv; charset=utf-8", "DeepSeek-V4-Pro,8192/1024,interactivity,50,25,"},
		{gb, "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8", `<caption>Cost ($/M tokens)`},
		{gb + "&format=csv", "text/html", "text/csv; charset=utf-8", "DeepSeek-V4-Pro,8192/1024"},
		{gb + "&format=markdown&quantity=cost", "", "text/markdown; charset=utf-8", "| 25 | $0.216 | $0.102 | 2.11x |"},
		{gb + "&format=latex", "", plainText, `\toprule`},
		{gb + "&format=embed", "", plainText, "<iso-table "},
		{gb + "&sentence", "", plainText, "GB300"},
		{"/frontier?model=DeepSeek-V4-Pro&series=gb300*", "", "application/json", `"knots"`},
		{"/frontier?model=DeepSeek-V4-Pro&series=gb300*", "text/csv", "text/csv; charset=utf-8", "model,hardware,framework"},
		{"/frontier?model=DeepSeek-V4-Pro&series=gb300*", "text/html", "text/html; charset=utf-8", "<table class=\"iso-frontier\">"},
		{"/", "", "application/json", `"path": "frontier"`},
		{"/", "text/html", "text/html; charset=utf-8", `<a href="table?model=DeepSeek-V4-Pro&amp;workload=8192%2F1024&amp;format=html">table</a>`},
	} {
		res := get(h, "GET", c.target, "Accept", c.accept)
		text := body(t, res)
		if res.StatusCode != 200 || res.Header.Get("Content-Type") != c.kind || !strings.Contains(text, c.want) {
			t.Errorf("%s, Accept %q: %d %s, no %s in\n%.600s", c.target, c.accept, res.StatusCode, res.Header.Get("Content-Type"), c.want, text)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*", "Vary": "Accept", "Cache-Control": keepAnswer, "Content-Security-Policy": "default-src 'none'"} {
			if c.target == "/" && name == "Content-Security-Policy" {
				want = listPolicy
			}
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q, want %q", c.target, name, got, want)
			}
		}
	}
}

// The list's policy lets its own style through and nothing else.
func TestListPolicy(t *testing.T) {
	text := body(t, get(handler(t, "p"), "GET", "/?format=html"))
	_, style, _ := strings.Cut(text, "<style>")
	style, _, _ = strings.Cut(style, "</style>")
	sum := sha256.Sum256([]byte(style))
	if want := "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; listPolicy != want || style == "" {
		t.Errorf("%s, want %s", listPolicy, want)
	}
}

// What a format has no place for goes into a header.
func TestWarnings(t *testing.T) {
	h := handler(t, "p")
	target := "/table?model=DeepSeek-V4-Pro&workload=8192/1024&price=nothing%3D3"
	got := get(h, "GET", target+"&format=csv").Header.Get("Isofront-Warnings")
	if want := `"price of nothing: no series here is on that hardware"`; !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
	if got := get(h, "GET", target).Header.Get("Isofront-Warnings"); got != "" {
		t.Errorf("JSON holds its warnings, and has a header: %s", got)
	}
}

func TestFaults(t *testing.T) {
	h := handler(t, "p")
	many := strings.TrimSuffix(strings.Repeat("1,", 201), ",")
	for _, c := range []struct {
		target string
		status int
		want   string
	}{
		{gb + "&traget=3", 400, "traget: no such option: there are model, workload, series, "},
		{gb + "&data=/etc", 400, "data: no such option"},
		{"/table?model=Nothing", 400, `model \"Nothing\": not in this data; there are `},
		{"/table", 400, "name a model and a workload"},
		{"/table?model=DeepSeek-V4-Pro&targets=fast", 400, `targets: \"fast\" is not a number`},
		{"/table?model=DeepSeek-V4-Pro&targets=NaN", 400, `targets: \"NaN\" is not a number`},
		{"/table?model=DeepSeek-V4-Pro&targets=-3", 400, "-3"},
		{"/table?model=DeepSeek-V4-Pro&targets=" + many, 400, "targets: more than 200 values"},
		{"/table?model=DeepSeek-V4-Pro&percentile=p50", 400, `percentile: \"p50\" is not a whole number`},
		{"/table?model=DeepSeek-V4-Pro&percentile=0x32", 400, "is not a whole number"},
		{"/table?model=DeepSeek-V4-Pro&percentile=51", 400, "percentile 51: want 50, 75, 90 or 95"},
		{"/table?model=DeepSeek-V4-Pro&digits=99", 400, "digits: 99: want 1 to 15"},
		{"/table?model=DeepSeek-V4-Pro&percentile=0", 400, "percentile: 0: want 50, 75, 90 or 95"},
		{"/frontier?model=DeepSeek-V4-Pro&percentile=0", 400, "percentile: 0: want 50, 75, 90 or 95"},
		{"/table?model=DeepSeek-V4-Pro&digits=0", 400, "digits: 0: want 1 to 15"},
		{"/table?model=DeepSeek-V4-Pro&all-dates=maybe", 400, `all-dates: \"maybe\": want true or false`},
		{"/table?model=DeepSeek-V4-Pro&price=gb300", 400, `price: \"gb300\": want NAME=VALUE`},
		{"/table?model=DeepSeek-V4-Pro&price=gb300%3D1&price=gb300%3D2", 400, `price: \"gb300\" is given twice`},
		{"/table?model=DeepSeek-V4-Pro&price=gb300%3D1%3BGB300%3D2", 400, `is given twice`},
		{"/table?model=DeepSeek-V4-Pro&price=gb300%3D1e99", 400, "price of gb300"},
		{"/table?model=a&model=b", 400, "model: given 2 times: want it once"},
		{"/table?model=DeepSeek-V4-Pro&series=[", 400, "not a valid pattern"},
		{"/table?model=DeepSeek-V4-Pro&series=x", 400, `series \"x\": matches none of `},
		{"/table?model=DeepSeek-V4-Pro&format=json&format=csv", 400, "format: given 2 times"},
		{"/table?model=%zz", 400, "query: not valid"},
		{"/table?model=%ff", 400, "holds bytes that are not text"},
		{"/table?model=a;b=c", 400, "query: not valid"},
		{"/table?model=" + strings.Repeat("x", 9000), 400, "at most 8192 are read"},
		{"/table?" + strings.Repeat("series=a&", 300), 400, "at most 200 values are read"},
		{"/frontier?model=DeepSeek-V4-Pro&targets=3", 400, "targets: no such option"},
		{"/?model=x", 400, "takes one format and no other option"},
		{"/solve", 404, "no such path: there are table, frontier"},
		{"/table/", 404, "no such path"},
		{"/../table", 404, "no such path"},
	} {
		res := get(h, "GET", c.target)
		if text := body(t, res); res.StatusCode != c.status || !strings.Contains(text, c.want) || res.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%.100s: %d %s, want %d and %s in\n%.300s", c.target, res.StatusCode, res.Header.Get("Content-Type"), c.status, c.want, text)
		}
		if res.Header.Get("Cache-Control") != keepNot || res.Header.Get("ETag") != "" {
			t.Errorf("%.100s: a fault is kept: %v", c.target, res.Header)
		}
	}
	for target, want := range map[string]string{
		"/table?model=Nothing&format=csv": "model \"Nothing\": not in this data", gb + "&format=xml": "format: \"xml\": want markdown, csv, json", "/?format=xml": "format: want json or html",
	} {
		res := get(h, "GET", target)
		if text := body(t, res); res.StatusCode != 400 || !strings.HasPrefix(text, want) || res.Header.Get("Content-Type") != plainText {
			t.Errorf("%s: %d %s %s", target, res.StatusCode, res.Header.Get("Content-Type"), text)
		}
	}
}

func TestMethods(t *testing.T) {
	h := handler(t, "p")
	whole := get(h, "GET", gb)
	head := get(h, "HEAD", gb)
	if body(t, head) != "" || head.Header.Get("Content-Length") != whole.Header.Get("Content-Length") || head.Header.Get("ETag") != whole.Header.Get("ETag") {
		t.Errorf("HEAD: %v, GET: %v", head.Header, whole.Header)
	}
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "get"} {
		if res := get(h, method, gb); res.StatusCode != 405 || res.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d %v", method, res.StatusCode, res.Header)
		}
	}
	if res := get(h, "GET", ""); res.StatusCode != 301 || res.Header.Get("Location") != "api/" {
		t.Errorf("the folder without its slash: %d %v", res.StatusCode, res.Header)
	}
}

// A tag holds as long as nothing that the answer is made of changes, and the
// same query written otherwise has the same tag.
func TestTags(t *testing.T) {
	h := handler(t, "p")
	of := func(h http.Handler, target string) string { return get(h, "GET", target).Header.Get("ETag") }
	tag := of(h, gb)
	if len(tag) != 26 {
		t.Fatalf("tag %q", tag)
	}
	for header, status := range map[string]int{tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"x"`: 200, "": 200} {
		res := get(h, "GET", gb, "If-None-Match", header)
		if res.StatusCode != status {
			t.Errorf("If-None-Match %s: %d, want %d", header, res.StatusCode, status)
		}
		if status == 304 && (body(t, res) != "" || res.Header.Get("ETag") != tag || res.Header.Get("Cache-Control") != keepAnswer) {
			t.Errorf("304: %v", res.Header)
		}
	}
	if res := get(h, "GET", gb+"&traget=3", "If-None-Match", "*"); res.StatusCode != 400 {
		t.Errorf("a bad query that is not changed: %d", res.StatusCode)
	}
	path, query, _ := strings.Cut(gb, "?")
	parts := strings.Split(query, "&")
	slices.Reverse(parts)
	if got := of(h, path+"?"+strings.Join(parts, "&")+"&axis=interactivity"); got != tag {
		t.Errorf("the same query in another order: %s, want %s", got, tag)
	}
	others := map[string]string{"another program": of(handler(t, "q"), gb), "another format": of(h, gb+"&format=csv"), "another target": of(h, strings.Replace(gb, "=25", "=26", 1)),
		"another path": of(h, "/frontier?model=DeepSeek-V4-Pro&workload=8192/1024"), "the list": of(h, "/"), "another bundle": of(h, "/frontier?model=DeepSeek-R1-0528&workload=8192/1024")}
	for what, other := range others {
		if len(other) != 26 || other == tag {
			t.Errorf("%s: %s against %s", what, other, tag)
		}
	}
	if of(h, gb) != tag || get(h, "GET", "/", "If-None-Match", others["the list"]).StatusCode != 304 {
		t.Error("tags do not hold")
	}
}

// Data that is damaged or gone is no fault of the query.
func TestBadData(t *testing.T) {
	source, err := shipped()
	if err != nil {
		t.Fatal(err)
	}
	broken := Source{source.Index, func(name string) ([]byte, error) {
		b, err := source.Read(name)
		if name != source.Index && err == nil {
			b = slices.Clone(b)
			b[len(b)/2] ^= 1
		}
		return b, err
	}}
	gone := Source{"index.msgpack", func(string) ([]byte, error) {
		return nil, &os.PathError{Op: "open", Path: "/somebody/secret", Err: os.ErrNotExist}
	}}
	for want, s := range map[string]Source{"points-": broken, "index.msgpack: cannot be read": gone} {
		res := get(New(s, "p"), "GET", gb)
		if text := body(t, res); res.StatusCode != 500 || !strings.Contains(text, want) || strings.Contains(text, "secret") {
			t.Errorf("%d %s", res.StatusCode, text)
		}
	}
}

// Answers are of bounded size: 190 targets at 31 systems are 5890 cells. Without the
// chain, which reads 15 of 16 systems again, 190 x 16 = 3040 are answered.
func TestTooManyCells(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("model,hardware,framework,precision,spec_decoding,workload,concurrency,tput_per_gpu,interactivity,source\n")
	var chain []string
	for i := range 16 {
		name := "gpu" + itoa(i)
		csv.WriteString("M," + name + ",vllm,fp8,none,8192/1024,4,900,40,lab\n")
		if chain = append(chain, name+"/*"); i == 0 {
			chain = nil
		}
	}
	points := filepath.Join(t.TempDir(), "points.csv")
	if err := os.WriteFile(points, []byte(csv.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	files, report, err := pack.Build(points)
	if err != nil {
		t.Fatal(err)
	}
	h := New(Source{Index: report.Index, Read: func(name string) ([]byte, error) { return files[name], nil }}, "p")
	var targets []string
	for i := range 190 {
		targets = append(targets, itoa(i+1))
	}
	q := url.Values{"targets": {strings.Join(targets, ",")}}
	if res := get(h, "GET", "/table?"+q.Encode()); res.StatusCode != 200 {
		t.Errorf("%d %.300s", res.StatusCode, body(t, res))
	}
	q.Set("chain", strings.Join(chain, ","))
	res := get(h, "GET", "/table?"+q.Encode())
	if text := body(t, res); res.StatusCode != 400 || !strings.Contains(text, "targets: 190 at 31 series") || !strings.Contains(text, "at most 5000 cells are answered") {
		t.Errorf("%d %.300s", res.StatusCode, text)
	}
}

func TestConcurrent(t *testing.T) {
	h := handler(t, "p")
	want := body(t, get(h, "GET", gb))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if got := body(t, get(h, "GET", gb)); got != want {
					t.Error("another answer")
				}
				get(h, "GET", "/frontier?model=DeepSeek-R1-0528&workload=agentic")
			}
		})
	}
	wg.Wait()
}

func FuzzQuery(f *testing.F) {
	for _, q := range []string{gb, "/frontier?model=x", "/?format=html", "/table?price=a=1;b=2&power=c=3", "/table?all-dates&sentence&digits=3&series=*&series=?[a-z]", "/table?%ff=%00&;&=&==", "/table?targets=1e999,-0,1e-400"} {
		_, query, _ := strings.Cut(q, "?")
		f.Add(query, "text/html;q=0.5, */*;q=NaN")
	}
	h := handler(f, "p")
	f.Fuzz(func(t *testing.T, query, accept string) {
		for _, path := range append([]string{""}, paths...) {
			res := get(h, "GET", "/"+path+"?"+query, "Accept", accept)
			text := body(t, res)
			switch {
			case res.StatusCode == 200 && res.Header.Get("ETag") == "":
				t.Error("an answer without a tag")
			case res.StatusCode != 200 && (res.StatusCode != 400 || text == ""):
				t.Errorf("%d %q", res.StatusCode, text)
			}
			for _, values := range res.Header {
				for _, v := range values {
					if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r > '~' }) {
						t.Errorf("header %q", v)
					}
				}
			}
		}
	})
}
