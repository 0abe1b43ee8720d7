package website

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"
)

// ManifestName is the file that lists all others.
const ManifestName = "site.json"

// generator marks a manifest, and with it a folder, as ours.
const generator = "isofront"

// Manifest says what a site consists of. It is the last file written.
type Manifest struct {
	Generator string   `json:"generator"`
	Format    int      `json:"format"`
	DataDate  string   `json:"data_date,omitempty"` // newest date measured
	Compiler  Compiler `json:"compiler"`
	Entry     Entry    `json:"entry"`
	Files     []File   `json:"files"` // sorted by path; without siblings and without the manifest
}

// Compiler says which compiler built each module: Go or TinyGo.
type Compiler struct {
	Site    string `json:"site"`
	Iso     string `json:"iso,omitempty"`
	Ingest  string `json:"ingest,omitempty"`
	Audit   string `json:"audit,omitempty"`
	Offline string `json:"offline,omitempty"` // of all modules of the offline file
}

// Entry names the files by what they do, as paths relative to the site.
type Entry struct {
	Boot       string `json:"boot,omitempty"`
	App        string `json:"app"`
	Wasm       string `json:"wasm"`
	WasmExec   string `json:"wasm_exec"`
	VuguHelper string `json:"vugu_helper"`
	Style      string `json:"style"`
	Index      string `json:"index,omitempty"`
	IsoWasm    string `json:"iso_wasm,omitempty"`

	Embed       string `json:"embed,omitempty"` // for articles: this address stays
	EmbedScript string `json:"embed_script,omitempty"`
	Frame       string `json:"frame,omitempty"`   // the elements as a page, for an iframe
	Article     string `json:"article,omitempty"` // the sample article

	Views      string `json:"views,omitempty"` // script and styles of what is beside Explore
	ViewsStyle string `json:"views_style,omitempty"`

	Definitions string `json:"definitions,omitempty"` // with the view of that name
	DataView    string `json:"data_view,omitempty"`   // with the Data view

	IngestWasm   string `json:"ingest_wasm,omitempty"` // with the first dropped file
	IngestScript string `json:"ingest_script,omitempty"`

	AuditWasm   string `json:"audit_wasm,omitempty"` // with the view of that name
	AuditScript string `json:"audit_script,omitempty"`
	AuditStyle  string `json:"audit_style,omitempty"`
}

// File is one file with its sizes in bytes; a compressed size is 0 where there
// is no such sibling, since compressing would gain nothing.
type File struct {
	Path   string `json:"path"`
	Bytes  int    `json:"bytes"`
	Brotli int    `json:"br_bytes,omitempty"`
	Gzip   int    `json:"gz_bytes,omitempty"`
	SHA256 string `json:"sha256"`
}

// Sent is what a browser that takes brotli receives.
func (f File) Sent() int {
	if f.Brotli > 0 {
		return f.Brotli
	}
	return f.Bytes
}

func (b *builder) addManifest(context.Context) error {
	m := Manifest{Generator: generator, Format: 1, DataDate: b.dataDate, Compiler: b.compiler, Entry: b.entry}
	for _, p := range b.paths() {
		if isSibling(p) {
			continue
		}
		content := b.files[p]
		m.Files = append(m.Files, File{
			Path: p, Bytes: len(content), Brotli: len(b.files[p+".br"]), Gzip: len(b.files[p+".gz"]),
			SHA256: sumOf(content),
		})
	}
	text, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return fmt.Errorf("website: %w", err)
	}
	b.files[ManifestName] = append(text, '\n')
	b.manifest = m
	return nil
}

func isSibling(p string) bool { return strings.HasSuffix(p, ".br") || strings.HasSuffix(p, ".gz") }

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// hashedName puts the first 12 hex digits of the content's SHA-256 before the
// extension: app.js becomes app.0123456789ab.js.
func hashedName(name string, content []byte) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + "." + sumOf(content)[:12] + ext
}
