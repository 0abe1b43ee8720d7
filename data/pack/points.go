package pack

import (
	"fmt"
	"hash/maphash"

	"github.com/isofront/isofront/data"
	"github.com/isofront/isofront/data/importer"
)

// pool holds the points of all files where their importer put them: a point is
// large, there may be a million, and each is held once.
type pool struct {
	files []pooled
	at    []spot
	seen  *importer.PointSet
	runs  map[uint64]int32 // by the hash of runKey, the first point that has it
	seed  maphash.Seed
}

type pooled struct {
	file   string
	points []data.Point
	rows   []int
}

type spot struct{ file, i int32 }

func newPool() *pool {
	return &pool{seen: importer.NewPointSet(), runs: map[uint64]int32{}, seed: maphash.MakeSeed()}
}

func (p *pool) len() int { return len(p.at) }

func (p *pool) point(i int) *data.Point { return &p.files[p.at[i].file].points[p.at[i].i] }

// place names the row of a point, briefly when it is in the same file.
func (p *pool) place(i int, file string) string {
	f := &p.files[p.at[i].file]
	row := fmt.Sprintf("row %d", f.rows[p.at[i].i])
	if f.file == file {
		return row
	}
	return row + " of " + f.file
}

// runKey is what one run measures one point of.
type runKey struct {
	series       data.SeriesKey
	recipe, date string
	source       string
	concurrency  int
}

const reasonRunTwice = "the same configuration, concurrency and date as an earlier row, with another throughput: both are kept"

// add adds the points of a file. kept takes the place in the file of each that
// is new, duplicate the row of one that is there already, and remark the row of
// one that contradicts another.
func (p *pool) add(res *importer.Result, kept func(i int), duplicate, remark func(row int, detail string)) {
	p.files = append(p.files, pooled{res.File, res.Points, res.PointRows})
	file := int32(len(p.files) - 1)
	for i := range res.Points {
		pt := &res.Points[i]
		if at := p.seen.FindAt(p.len(), p.point, pt); at >= 0 {
			duplicate(res.PointRows[i], "already in "+p.files[p.at[at].file].file)
			continue
		}
		key := runKeyOf(pt)
		h := maphash.Comparable(p.seed, key)
		if at, ok := p.runs[h]; !ok {
			p.runs[h] = int32(p.len())
		} else if other := p.point(int(at)); runKeyOf(other) == key {
			a, okA := other.Value(data.TputPerGPU).Get()
			b, okB := pt.Value(data.TputPerGPU).Get()
			if okA && okB && a != b {
				remark(res.PointRows[i], fmt.Sprintf("%.6g tok/s/GPU against %.6g in %s", b, a, p.place(int(at), res.File)))
			}
		}
		p.at = append(p.at, spot{file, int32(i)})
		kept(i)
	}
}

func runKeyOf(p *data.Point) runKey {
	return runKey{series: p.Key(), recipe: p.Recipe, date: p.MeasuredOn, source: p.Source, concurrency: p.Concurrency}
}

// groups returns the points of each bundle.
func (p *pool) groups() map[group][]*data.Point {
	out := map[group][]*data.Point{}
	for i := range p.at {
		pt := p.point(i)
		g := group{pt.Model, pt.Workload}
		out[g] = append(out[g], pt)
	}
	return out
}
