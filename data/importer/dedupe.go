package importer

import (
	"math"

	"github.com/isofront/isofront/data"
)

// PointSet finds points that are equal to one already in a slice. It keeps a
// hash per point, not the point, since points are large and there may be
// hundreds of thousands.
type PointSet struct {
	first map[uint64]int32     // index of the first point with this hash
	clash map[data.Point]int32 // points whose hash another point has taken
}

// NewPointSet returns an empty set.
func NewPointSet() *PointSet {
	return &PointSet{map[uint64]int32{}, map[data.Point]int32{}}
}

// Find returns the index in points of a point equal to p. When there is none
// it returns -1 and expects p to be appended to points.
func (s *PointSet) Find(points []data.Point, p *data.Point) int {
	return s.FindAt(len(points), func(i int) *data.Point { return &points[i] }, p)
}

// FindAt is Find for n points that lie anywhere.
func (s *PointSet) FindAt(n int, at func(i int) *data.Point, p *data.Point) int {
	h := hashOf(p)
	i, ok := s.first[h]
	if !ok {
		s.first[h] = int32(n)
		return -1
	}
	if *at(int(i)) == *p {
		return int(i)
	}
	if i, ok := s.clash[*p]; ok {
		return int(i)
	}
	s.clash[*p] = int32(n)
	return -1
}

// hashOf is FNV-1a over what a point holds. It needs no chance: points that were
// made to share a hash cost no more than the map of those that clash.
func hashOf(p *data.Point) uint64 {
	const prime = 1<<40 + 0x1b3
	h := uint64(0xcbf29ce484222325)
	for _, s := range [...]string{p.Model, p.Workload, p.Hardware, p.Framework, p.Precision, p.SpecDecoding, p.Recipe, p.MeasuredOn, p.Run, p.Source} {
		for i := range len(s) {
			h = (h ^ uint64(s[i])) * prime
		}
		h = (h ^ 0xff) * prime // in no text
	}
	h = (h ^ uint64(p.Concurrency)) * prime
	for _, v := range p.Values {
		x, _ := v.Get()
		h = (h ^ math.Float64bits(x+0)) * prime
		h ^= h >> 32 // what multiplying carries up alone
	}
	return h
}
