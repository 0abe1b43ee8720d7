// Package pack turns inputs of any known format into a folder of bundles: one
// points bundle per model and workload and exactly one index that lists them.
//
// It decides what goes together and what is refused across files, and it is
// reproducible: the same inputs in any order give the same bytes under the
// same names. A name carries the first 12 hex digits of the file's SHA-256:
//
//	index.HASH.msgpack
//	points-SLUG.HASH.msgpack
//	requests-SLUG.HASH.msgpack
//
// The last are the requests of one run each, where an input has them; whoever
// reads points need not load them.
package pack

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
)

// Files are the contents of an output folder by name.
type Files map[string][]byte

// Report says what became of the inputs.
type Report struct {
	Inputs         []Input            // in the order in which they were read
	Skipped        []importer.Skip    // files in folders and zips that are not read
	Bundles        []data.BundleEntry // what was written, by model and workload
	Requests       []data.RequestsEntry
	Index          string   // name of the index file
	Sheets         int      // price sheets in the index
	ShippedPrices  bool     // the inputs had no prices, those that ship with isofront were added
	Unpriced       []string // hardware of results that no sheet has a price for, unless there is no sheet
	UselessPrices  []string // price sheets in the inputs of which no row was kept
	UnknownSources []string // source ids of which nothing but the id is known
	Warnings       []string // on what the inputs say together
}

// Input says what became of one file. It has no rows of its own: those are in
// the bundles.
type Input struct {
	File, Format    string
	Kept            int
	Refused         []importer.Note // the first rows of each cause
	Warnings        []importer.Note
	RefusedOf       importer.Tally // how many there are of each cause
	WarningsOf      importer.Tally
	SourceUnnamed   bool // the file does not name its source, so its tool stands for it
	OfficialAssumed bool // the file does not state it, so its points are taken as official

	UnofficialAssumed bool // the same of a run's, taken as unofficial
}

// Reasons counts the refused rows by reason.
func (i *Input) Reasons() map[string]int {
	out := map[string]int{}
	for c, n := range i.RefusedOf {
		out[c.Reason] += n
	}
	return out
}

// Rows lists the row numbers refused for a reason, in order: the first
// importer.MaxNotes of each column.
func (i *Input) Rows(reason string) (rows []int) {
	for _, n := range i.Refused {
		if n.Reason == reason {
			rows = append(rows, n.Row)
		}
	}
	return rows
}

// Build packs files, folders and zips in memory.
func Build(inputs ...string) (Files, *Report, error) { return BuildGiven(importer.Given{}, inputs...) }

// BuildGiven is Build with what the reader says of every result file.
func BuildGiven(given importer.Given, inputs ...string) (Files, *Report, error) {
	c := newCollector(given)
	if err := c.addPaths(inputs); err != nil {
		return nil, nil, err
	}
	return c.build()
}

// Inspect reads files, folders and zips and says what became of them, without
// packing them.
func Inspect(given importer.Given, inputs ...string) (*Report, error) {
	c := newCollector(given)
	if err := c.addPaths(inputs); err != nil {
		return nil, err
	}
	return &c.report, nil
}

// group is a bundle in the making.
type group struct{ model, workload string }

// build encodes what has been collected.
func (c *collector) build() (Files, *Report, error) {
	if c.pool.len() == 0 {
		return nil, nil, c.nothing()
	}
	c.pool.seen, c.pool.runs = nil, nil // everything has been read
	groups := c.pool.groups()
	keys := make([]group, 0, len(groups))
	for g := range groups {
		keys = append(keys, g)
	}
	slices.SortFunc(keys, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.model, b.model), cmp.Compare(a.workload, b.workload))
	})

	files, index := Files{}, &data.Index{}
	slugs := map[string]int{}
	for _, g := range keys {
		file, b, err := data.Encode(g.model, g.workload, groups[g])
		if err != nil {
			return nil, nil, fmt.Errorf("pack: %s %s: %w", g.model, g.workload, err)
		}
		if why := unnormalized(g, groups[g]); why != "" {
			c.report.Warnings = append(c.report.Warnings, why)
		}
		name := fileName("points-"+uniqueSlug(slugs, g), b.SHA256())
		files[name] = file
		index.Bundles = append(index.Bundles, data.Describe(b, name))
	}
	if err := c.keepRequests(files, index); err != nil {
		return nil, nil, err
	}
	if err := c.describe(index); err != nil {
		return nil, nil, err
	}
	file, err := data.EncodeIndex(index)
	if err != nil {
		return nil, nil, fmt.Errorf("pack: %w", err)
	}
	_, opened, _, err := data.OpenFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("pack: %w", err)
	}
	c.report.Index = fileName("index", opened.SHA256)
	c.report.Bundles, c.report.Requests = index.Bundles, index.Requests
	c.report.Sheets = len(opened.Sheets)
	c.report.Unpriced = unpriced(index)
	files[c.report.Index] = file
	return files, &c.report, nil
}

// keepRequests writes a bundle for each run whose requests are at hand.
func (c *collector) keepRequests(files Files, index *data.Index) error {
	for _, set := range c.records {
		fail := func(err error) error { return fmt.Errorf("pack: requests of %s %s: %w", set.Model, set.Workload, err) }
		file, err := set.Encode()
		if err != nil {
			return fail(err)
		}
		opened, err := data.OpenRequests(file)
		if err != nil {
			return fail(err)
		}
		name := fileName("requests-"+slug(set.Model)+"-"+slug(set.Workload), opened.SHA256())
		files[name] = file
		index.Requests = append(index.Requests, data.RequestsEntry{RequestRun: opened.RequestRun, File: name, SHA256: opened.SHA256(), Bytes: opened.Size(), Rows: opened.Len()})
	}
	slices.SortFunc(index.Requests, func(a, b data.RequestsEntry) int {
		return cmp.Or(cmp.Compare(a.Model, b.Model), cmp.Compare(a.Workload, b.Workload), cmp.Compare(a.File, b.File))
	})
	return nil
}

func fileName(stem, sha string) string { return stem + "." + sha[:12] + ".msgpack" }

// uniqueSlug returns the slug of a group; a slug that another group has taken
// gets a number, so that names stay apart even for eyes.
func uniqueSlug(taken map[string]int, g group) string {
	s := slug(g.model) + "-" + slug(g.workload)
	taken[s]++
	if n := taken[s]; n > 1 {
		return s + "--" + strconv.Itoa(n)
	}
	return s
}

// slug returns s in lower-case letters and digits, runs of anything else as
// one "-".
func slug(s string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(s) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			b.WriteRune(c)
		} else if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") {
			b.WriteByte('-')
		}
		if b.Len() >= 60 {
			break
		}
	}
	return cmp.Or(strings.Trim(b.String(), "-"), "x")
}

// IsOurs reports whether a file name is one that pack writes.
func IsOurs(name string) bool {
	_, ok := HashInName(name)
	return ok
}

// HashInName returns the part of the hash of its content that a file's name
// carries, false for a name that pack does not write.
func HashInName(name string) (hash string, ok bool) {
	stem, ok := strings.CutSuffix(name, ".msgpack")
	if !ok {
		return "", false
	}
	hash = strings.TrimPrefix(path.Ext(stem), ".")
	stem = strings.TrimSuffix(stem, "."+hash)
	return hash, len(hash) == 12 && strings.Trim(hash, "0123456789abcdef") == "" &&
		(stem == "index" || strings.HasPrefix(stem, "points-") || strings.HasPrefix(stem, "requests-"))
}
