package ingest

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
)

// maxNotes is how many remarks on a file's rows are shown one by one.
const maxNotes = 12

// maxPlaces bounds the models and workloads of one file, each of which is packed
// by itself.
const maxPlaces = 1000

// pointsReply packs the points of a file, one bundle per model and workload.
// None of them is official, whatever the file says: it came from a reader.
func pointsReply(name, format string, all []*importer.Result) *Reply {
	out := &Reply{Kind: KindPoints, File: name, Format: format}
	type place struct{ model, workload string }
	groups := map[place][]data.Point{}
	seen := importer.NewPointSet()
	var points []data.Point
	var refusals, warnings []importer.Note
	for _, res := range all {
		for _, l := range res.Lacking {
			for _, key := range l.Missing {
				if !slices.Contains(out.Lacks, key) {
					out.Lacks = append(out.Lacks, key)
				}
			}
		}
		for i := range res.Points {
			p := res.Points[i]
			p.Official = false
			if seen.Find(points, &p) >= 0 {
				continue
			}
			points = append(points, p)
			groups[place{p.Model, p.Workload}] = append(groups[place{p.Model, p.Workload}], p)
			out.Kept++
		}
		out.Refused += res.RefusedOf.Of(res.Refused).Total()
		refusals, warnings = append(refusals, res.Refused...), append(warnings, res.Warnings...)
	}
	out.Notes = append(labelled(name, "Refused: ", refusals), labelled(name, "Kept, but: ", warnings)...)
	if len(points) == 0 {
		out.Kind = KindRefused
		out.Problem = "holds no operating point that can be drawn"
		switch format {
		case importer.PricesName:
			out.Problem = "is a price sheet, and a page takes prices in its price fields: type them there, or pack the sheet with results by the isofront command"
		case "":
		default:
			out.Problem += " (" + format + ")"
		}
		return out
	}
	if len(groups) > maxPlaces {
		return refused(name, "holds points of "+strconv.Itoa(len(groups))+" models and workloads, more than the "+strconv.Itoa(maxPlaces)+" that a page takes: use the isofront command")
	}
	keys := make([]place, 0, len(groups))
	for k := range groups {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.model, b.model), cmp.Compare(a.workload, b.workload))
	})
	for _, k := range keys {
		file, err := data.EncodePoints(k.model, k.workload, groups[k])
		if err == nil {
			var b *data.Bundle
			if _, _, b, err = data.OpenFile(file); err == nil {
				out.Bundles = append(out.Bundles, bundleOf(b, file))
			}
		}
		if err != nil {
			return refused(name, plain(name, err))
		}
	}
	return out
}

func bundleOf(b *data.Bundle, file []byte) Bundle {
	out := Bundle{Model: b.Model(), Workload: b.Workload(), File: file, Rows: b.Len()}
	for _, run := range b.Series() {
		out.Series = append(out.Series, run.Key.Name())
	}
	return out
}

// labelled are remarks on rows of the dropped file called name, each with what became
// of its row.
func labelled(name, label string, notes []importer.Note) []string {
	out := words(name, notes)
	for i := range out {
		out[i] = label + out[i]
	}
	return out
}

// words are remarks on rows, the first ones one by one. The file is the one that was
// dropped; of a zip it is named.
func words(name string, notes []importer.Note) (out []string) {
	for i, n := range notes {
		if i == maxNotes {
			return append(out, "and "+strconv.Itoa(len(notes)-i)+" more")
		}
		inner, zipped := strings.CutPrefix(n.File, name+"/")
		switch {
		case !zipped:
			inner = "file"
			if n.Row > 0 {
				inner = "in the file"
			}
		case n.Row > 0:
			inner = "in " + inner
		}
		n.File = inner
		out = append(out, n.String())
	}
	return out
}
