package website

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/isofront/isofront/data"
)

// The offline file is the whole site in one page that opens from disk: the
// program, the importers and the data, packed, in an element of its own, and
// scripts that its policy pins by their hashes.

// OfflineName is the offline file of a site, beside its page.
const OfflineName = "offline.html"

// maxOffline bounds the packed data that one file takes. Beyond it a browser
// would hold several times as much. Tests lower it.
var maxOffline = 64 << 20

// Selection says which bundles go into an offline file: the zero value means all
// operating points and no requests.
type Selection struct {
	Models, Workloads []string // each empty: all
	Requests          bool     // per-request records too
}

// OfflineReport is what Offline made.
type OfflineReport struct {
	Page     []byte
	About    string // what the page says of itself
	SHA256   string // of the packed content
	Bytes    int    // of the page as a server that packs with brotli sends it
	Compiler Compiler
	Warnings []string
}

// Offline makes the offline file of the data and the sources that o names. Out
// is not used.
func Offline(ctx context.Context, o Options, s Selection) (OfflineReport, error) {
	tool, err := findToolchain(ctx, o.Root)
	if err != nil {
		return OfflineReport{}, err
	}
	b := &builder{Options: o, tool: tool, files: map[string][]byte{}, onePage: true}
	b.defaults()
	packed := o.Data
	if packed == nil && o.DataDir != "" {
		if packed, err = readPacked(o.DataDir); err != nil {
			return OfflineReport{}, err
		}
	}
	if _, _, err := cut(packed, s); err != nil { // before a minute of compiling
		return OfflineReport{}, err
	}
	for _, step := range []func(context.Context) error{b.chooseCompiler, b.addScripts, b.addIngestScript, b.addAudit, b.addViews, b.addStyle, b.addModules, b.addHelpers} {
		if err := step(ctx); err != nil {
			return OfflineReport{}, err
		}
	}
	page, err := b.offline(ctx, packed, s)
	if err != nil {
		return OfflineReport{}, err
	}
	br, err := brotliAt(5, page.Page)
	if err != nil {
		return OfflineReport{}, fmt.Errorf("website: brotli: %w", err)
	}
	page.Bytes, page.Compiler, page.Warnings = len(br), b.compiler, b.warnings
	return page, nil
}

// addOffline adds the offline file of the site's own points to the site, unless
// they are too many for one file.
func (b *builder) addOffline(ctx context.Context) error {
	if !b.hasOffline() {
		if b.entry.Index != "" {
			b.warn("no offline file: there are more points than one file holds; isofront offline --model and --workload choose among them")
		}
		return nil
	}
	packed := map[string][]byte{}
	for name, content := range b.files {
		if dir, file := path.Split(name); dir == "data/" {
			packed[file] = content
		}
	}
	page, err := b.offline(ctx, packed, Selection{})
	if err != nil {
		return err
	}
	b.files[OfflineName] = page.Page
	return nil
}

// hasOffline reports whether the site's sources and data make an offline file:
// a site of more points than one file holds has none.
func (b *builder) hasOffline() bool {
	if _, err := os.Stat(filepath.Join(b.tool.root, b.Site, "web", "offline.html")); err != nil {
		return false
	}
	if b.onePage {
		return true
	}
	points := 0
	for name, content := range b.files {
		if strings.HasPrefix(name, "data/") && !strings.HasPrefix(name, "data/requests-") {
			points += len(content)
		}
	}
	return b.entry.Index != "" && points <= maxOffline
}

const offlineWasm = "offline.wasm"

// offlineModule is the page's program with the importers and the check of tables
// in it (site/main_offline.go), since Go's runtime would else be in the file three
// times. TinyGo's file holds the three modules of the site. In one, all would be
// collected during calls, as the importers must be (duringcalls.go): a page that is
// slower, and 587 KB packed where the three are 568.
func offlineModule(site string) module {
	m := siteModule(site)
	m.name, m.flags = offlineWasm, []string{"-tags", "offline"}
	return m
}

// tooLarge says how much data is too much.
type tooLarge struct{ bytes, bundles int }

func (e *tooLarge) Error() string {
	return fmt.Sprintf("website: %d bundles of %d MB are too much for one file of at most %d MB: choose by model and workload", e.bundles, e.bytes>>20, maxOffline>>20)
}

// offline makes the page from the modules, scripts and styles that b has built
// already and from packed data.
func (b *builder) offline(ctx context.Context, packed map[string][]byte, s Selection) (OfflineReport, error) {
	chosen, about, err := cut(packed, s)
	if err != nil {
		return OfflineReport{}, err
	}
	own := &builder{Options: b.Options, tool: b.tool, files: maps.Clone(b.files), entry: b.entry}
	own.Data = chosen
	for name := range own.files {
		if strings.HasPrefix(name, "data/") {
			delete(own.files, name)
		}
	}
	for _, step := range []func(context.Context) error{own.addData, own.addDefinitions, own.addDataView} {
		if err := step(ctx); err != nil {
			return OfflineReport{}, err
		}
	}
	first, _, err := own.firstView(ctx)
	if err != nil {
		return OfflineReport{}, err
	}
	b.log("packing the offline file")
	if own.dataDate != "" {
		about = "Data measured until " + own.dataDate + ". " + about
	}
	if b.whole != nil {
		own.entry.Wasm = own.asset(offlineWasm, b.whole)
		own.entry.IngestWasm, own.entry.AuditWasm = own.entry.Wasm, own.entry.Wasm
		exec, err := b.wasmExec(Go)
		if err != nil {
			return OfflineReport{}, err
		}
		own.entry.WasmExec = own.asset("wasm_exec.js", exec)
	}
	e := own.entry
	var payload []byte
	var listed [][2]any
	add := func(name string) {
		listed = append(listed, [2]any{name, len(own.files[name])})
		payload = append(payload, own.files[name]...)
	}
	for _, name := range []string{e.Wasm, e.IngestWasm, e.AuditWasm, e.Definitions, e.DataView} {
		if name != "" && !slices.ContainsFunc(listed, func(l [2]any) bool { return l[0] == name }) {
			add(name)
		}
	}
	for _, name := range own.paths() {
		if strings.HasPrefix(name, "data/") {
			add(name)
		}
	}
	content, script, err := b.packOffline(payload)
	if err != nil {
		return OfflineReport{}, err
	}
	names, err := json.Marshal(listed)
	if err != nil {
		return OfflineReport{}, fmt.Errorf("website: %w", err)
	}
	begin, err := b.script(filepath.Join(b.Site, "web", "offline-boot.ts"), nil)
	if err != nil {
		return OfflineReport{}, err
	}
	fields := offlineFields{
		Begin: string(begin),
		Entry: e, About: html.EscapeString(about), Files: html.EscapeString(string(names)),
		First: string(first), Style: string(own.files[e.Style]) + string(own.files[e.ViewsStyle]) + string(own.files[e.AuditStyle]), Offline: string(script),
		Boot: string(own.files[e.Boot]), WasmExec: string(own.files[e.WasmExec]), VuguHelper: string(own.files[e.VuguHelper]), App: string(own.files[e.App]),
		Ingest: string(own.files[e.IngestScript]), Audit: string(own.files[e.AuditScript]), Views: string(own.files[e.Views]),
		SHA256: sumOf(content), Payload: base64.StdEncoding.EncodeToString(content),
	}
	page, err := own.offlinePage(fields)
	if err != nil {
		return OfflineReport{}, err
	}
	return OfflineReport{Page: page, About: about, SHA256: fields.SHA256}, nil
}

// packOffline packs what the file holds, and gives the script that unpacks it.
// Browsers unpack gzip by themselves and brotli for servers only, but the script that
// does weighs a tenth of what brotli saves of Go's module. Its dictionary of 53 KB is a
// tenth of TinyGo's file, which LZMA packs without one, and smaller by a twentieth.
func (b *builder) packOffline(payload []byte) (packed, script []byte, err error) {
	instead := map[string]string{}
	if b.compiler.Offline == TinyGo {
		instead["brotli/decompress"] = "./" + path.Join(filepath.ToSlash(b.Site), "web", "unlzma.ts")
		if packed, err = lzmaOf(payload); err != nil {
			return nil, nil, err
		}
	} else {
		forms, err := b.compress(payload)
		if err != nil {
			return nil, nil, err
		}
		packed = forms.br
	}
	script, err = b.script(filepath.Join(b.Site, "web", "offline.ts"), instead)
	return packed, script, err
}

// offlineFields is what site/web/offline.html may use; all of it is markup, or
// escaped.
type offlineFields struct {
	CSP, About, First, Style                                              string
	Boot, Begin, Offline, WasmExec, VuguHelper, App, Ingest, Audit, Views string // scripts
	Payload, SHA256, Files                                                string
	Entry                                                                 Entry
}

func (b *builder) offlinePage(f offlineFields) ([]byte, error) {
	src, err := os.ReadFile(filepath.Join(b.tool.root, b.Site, "web", "offline.html"))
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	t, err := template.New(OfflineName).Parse(string(src))
	if err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; img-src blob: data:; worker-src blob:; style-src " + pinned(f.Style) + "; script-src 'wasm-unsafe-eval'"
	for _, script := range []string{f.Boot, f.Begin, f.Ingest, f.Audit, f.Views, f.Offline, f.WasmExec, f.VuguHelper, f.App} {
		if script == "" {
			continue
		}
		// Either would change where the script ends.
		if low := strings.ToLower(script); strings.Contains(low, "</script") || strings.Contains(low, "<!--") {
			return nil, errors.New("website: a script holds a tag that would end it early in a page")
		}
		policy += " " + pinned(script)
	}
	f.CSP = policy
	if strings.Contains(strings.ToLower(f.Style), "</style") {
		return nil, errors.New("website: the style holds a tag that would end it early in a page")
	}
	var page bytes.Buffer
	if err := t.Execute(&page, f); err != nil {
		return nil, fmt.Errorf("website: %w", err)
	}
	return page.Bytes(), nil
}

// pinned is an inline script or style as a policy names it.
func pinned(content string) string {
	sum := sha256.Sum256([]byte(content))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// cut leaves of packed files what is chosen, with an index of it, and says in a
// sentence or two what is there and what is not.
func cut(packed map[string][]byte, s Selection) (map[string][]byte, string, error) {
	if len(packed) == 0 {
		return nil, "", errors.New("website: no data given: there is nothing to look at offline")
	}
	name := ""
	for file := range packed {
		if indexName.MatchString(file) {
			name = file
		}
	}
	read := func(file string) ([]byte, error) {
		if f, ok := packed[file]; ok {
			return f, nil
		}
		return nil, os.ErrNotExist
	}
	index, err := openIndex(name, packed[name], read)
	if err != nil {
		return nil, "", fmt.Errorf("website: %w", err)
	}
	chosen := func(model, workload string) bool {
		return (len(s.Models) == 0 || slices.ContainsFunc(s.Models, func(m string) bool { return strings.EqualFold(m, model) })) &&
			(len(s.Workloads) == 0 || slices.ContainsFunc(s.Workloads, func(w string) bool { return strings.EqualFold(w, workload) }))
	}
	all, allRequests := len(index.Bundles), len(index.Requests)
	var there []string
	for _, b := range index.Bundles {
		there = append(there, b.Model+" "+b.Workload)
	}
	index.Bundles = slices.DeleteFunc(index.Bundles, func(e data.BundleEntry) bool { return !chosen(e.Model, e.Workload) })
	if len(index.Bundles) == 0 {
		return nil, "", errors.New("website: no bundle of this data has such a model and workload: " + strings.Join(there, "; ") + " are there")
	}
	index.Requests = slices.DeleteFunc(index.Requests, func(e data.RequestsEntry) bool { return !s.Requests || !chosen(e.Model, e.Workload) })
	files, total := map[string][]byte{}, 0
	take := func(file string) { files[file] = packed[file]; total += len(packed[file]) }
	for _, e := range index.Bundles {
		take(e.File)
	}
	for _, e := range index.Requests {
		take(e.File)
	}
	if total > maxOffline {
		return nil, "", &tooLarge{total, len(index.Bundles) + len(index.Requests)}
	}
	content := packed[name]
	about := fmt.Sprintf("This file holds all %d sets of operating points of its data", all)
	if all == 1 {
		about = "This file holds the one set of operating points of its data"
	}
	if len(index.Bundles) < all {
		about = fmt.Sprintf("This file holds %d of the %d sets of operating points of its data", len(index.Bundles), all)
	}
	switch {
	case allRequests == 0:
	case len(index.Requests) == allRequests:
		about += " and all records of requests"
	case len(index.Requests) == 0:
		about += ", without the records of single requests"
	default:
		about += fmt.Sprintf(" and %d of %d records of requests", len(index.Requests), allRequests)
	}
	if len(index.Bundles) < all || len(index.Requests) < allRequests {
		if content, err = data.EncodeIndex(index); err != nil {
			return nil, "", fmt.Errorf("website: %w", err)
		}
	}
	files[hashedName("index.msgpack", content)] = content
	return files, about + ".", nil
}

var (
	inline  = regexp.MustCompile(`(?s)<(script|style)([^>]*)>(.*?)</(?:script|style)>`)
	payload = regexp.MustCompile(`(?s)<script type="application/octet-stream" id="isofront-payload" data-sha256="([0-9a-f]{64})"[^>]*>([^<]*)</script>`)
)

// offline checks the offline file: it needs nothing but itself, its policy pins
// each of its scripts and styles, and its content is what it says.
func (c checker) offline(p string) {
	content, err := fs.ReadFile(c.site, p)
	if err != nil {
		return // told already
	}
	page := string(content)
	held := payload.FindStringSubmatch(page)
	if held == nil {
		c.fail("%s: has no content", p)
		return
	}
	if packed, err := base64.StdEncoding.DecodeString(held[2]); err != nil || sumOf(packed) != held[1] {
		c.fail("%s: its content is not what it says", p)
	}
	page = strings.Replace(page, held[0], "", 1)
	policy := ""
	for _, t := range tag.FindAllStringSubmatch(page[:strings.Index(page, "<style")+1], -1) {
		if attrs := attributes(t[2]); strings.EqualFold(attrs["http-equiv"], "Content-Security-Policy") {
			policy = attrs["content"]
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; ") {
		c.fail("%s: its content policy is %q", p, policy)
	}
	for _, m := range inline.FindAllStringSubmatch(page, -1) {
		if attributes(m[2])["src"] != "" {
			c.fail("%s: a script from elsewhere", p)
		} else if !strings.Contains(policy, pinned(m[3])) {
			c.fail("%s: a %s that its policy does not pin", p, m[1])
		}
	}
}
