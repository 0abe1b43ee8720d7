// Package api answers /table and /frontier over HTTP: the same options by the
// same names as the command line takes them, the same bytes as it prints. The
// local server and the edge serve this one handler.
//
// It decides what a request may ask for: GET and HEAD, a query of bounded length
// and answers of bounded size. Everything is public data, so any origin may read
// it, and an answer may be kept until data or program change: its tag is of
// both and of the query.
package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/command"
	"github.com/isofront/isofront/data/query"
	"github.com/isofront/isofront/data/wire"
)

// Source is where a handler's packed files come from.
type Source struct {
	Index string // name of the index
	Read  func(name string) ([]byte, error)
}

// Handler answers requests for /, /table and /frontier. It is safe for
// concurrent use, and answers one request at a time.
type Handler struct {
	source  Source
	program string

	mu     sync.Mutex
	engine *query.Engine
	listed map[string][]byte // the list by format, once it has been asked for
}

// New returns a handler that opens each file when it is first needed. program
// is a name or hash of the running program: other programs, other tags.
func New(source Source, program string) *Handler {
	return &Handler{source: source, program: program, engine: query.New()}
}

// asked is what a path answers: its options, how they are read and written.
type asked struct {
	options any     // a pointer to a struct as in package command
	format  *string // within options
	formats []string
	model   func() (model, workload string)
	query   func() (wire.Query, error)
	write   func(w io.Writer, e *query.Engine, q *wire.Query, limit int) ([]string, error)
	plain   func() bool // whether the answer is a sentence
}

// paths are what there is to ask, in the order in which they are listed.
var paths = []string{"table", "frontier"}

func ask(path string) *asked {
	switch path {
	case "table":
		t := &command.Table{}
		return &asked{t, &t.Format, command.TableFormats, func() (string, string) { return t.Model, t.Workload }, t.Query, t.Write, func() bool { return t.Sentence }}
	case "frontier":
		f := &command.Frontier{}
		return &asked{f, &f.Format, command.FrontierFormats, func() (string, string) { return f.Model, f.Workload }, f.Query, f.Write, func() bool { return false }}
	}
	return nil
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Access-Control-Allow-Origin", "*")
	head.Set("Access-Control-Expose-Headers", "ETag, "+warningsHeader)
	head.Set("Vary", "Accept")
	values, err := parse(r.URL.RawQuery)
	reply := replier{w, r, negotiated(values, r.Header.Values("Accept")), noPolicy}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD")
		reply.fail(http.StatusMethodNotAllowed, query.KindUsage, "method not allowed: want GET or HEAD")
		return
	}
	name, ok := strings.CutPrefix(r.URL.Path, "/")
	switch {
	case r.URL.Path == "": // the folder without its slash, by a relative address
		head.Set("Location", "api/")
		w.WriteHeader(http.StatusMovedPermanently)
	case !ok || name != "" && ask(name) == nil:
		reply.fail(http.StatusNotFound, query.KindUsage, "no such path: there are "+strings.Join(paths, ", "))
	case err != nil:
		reply.failed(err)
	case name == "":
		h.list(reply, values)
	default:
		h.answer(reply, name, values)
	}
}

// answer reads the options, says that nothing changed where that is so, and
// else writes the answer.
func (h *Handler) answer(reply replier, name string, values url.Values) {
	a := ask(name)
	if err := decode(a.options, values); err != nil {
		reply.failed(err)
		return
	}
	*a.format = reply.format
	q, err := a.query()
	if err != nil {
		reply.failed(err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	ref, err := h.resolve(a.model())
	if err != nil {
		reply.failed(err)
		return
	}
	tag := h.tag(ref.SHA256, name, a.options)
	if TagMatches(reply.r.Header.Get("If-None-Match"), tag) {
		reply.unchanged(tag)
		return
	}
	if err := h.open(ref.File, h.engine.Loaded(ref)); err != nil {
		reply.failed(err)
		return
	}
	var body bytes.Buffer
	warnings, err := a.write(&body, h.engine, &q, command.MaxCells)
	if err != nil {
		reply.failed(err)
		return
	}
	kind := kinds[*a.format]
	if a.plain() {
		kind = plainText
	}
	reply.warn(warnings)
	reply.send(http.StatusOK, kind, tag, body.Bytes())
}

// resolve opens the index and finds the bundle of a model and a workload.
func (h *Handler) resolve(model, workload string) (data.BundleEntry, error) {
	if err := h.open(h.source.Index, h.engine.Index() != nil); err != nil {
		return data.BundleEntry{}, err
	}
	return h.engine.Resolve(model, workload)
}

// open opens a file unless it is open.
func (h *Handler) open(name string, isOpen bool) error {
	if isOpen {
		return nil
	}
	file, err := h.source.Read(name)
	if err != nil {
		return errors.New(name + ": cannot be read") // the path is nobody's business
	}
	if _, err := h.engine.Open(file); err != nil {
		return errors.New(name + ": " + err.Error())
	}
	return nil
}

// tag names an answer by all that it is made of: the program, the index with
// its prices and sources, the bundle, the path and every option.
func (h *Handler) tag(bundle, path string, options any) string {
	canonical, err := json.Marshal(options)
	if err != nil {
		panic(err) // strings and numbers only
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{h.program, h.engine.Index().SHA256, bundle, path, string(canonical)}, "\n")))
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// TagMatches reports whether an If-None-Match header lists the tag.
func TagMatches(header, tag string) bool {
	for part := range strings.SplitSeq(header, ",") {
		part = strings.TrimPrefix(strings.TrimSpace(part), "W/")
		if part == tag || part == "*" {
			return true
		}
	}
	return false
}

// itoa keeps fmt out of the edge's module.
func itoa(n int) string { return strconv.Itoa(n) }
