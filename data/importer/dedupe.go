package importer

import (
	"hash/maphash"

	"github.com/isofront/isofront/data"
)

// PointSet finds points that are equal to one already in a slice. It keeps a
// hash per point, not the point, since points are large and there may be
// hundreds of thousands.
type PointSet struct {
	seed  maphash.Seed
	first map[uint64]int32     // index of the first point with this hash
	clash map[data.Point]int32 // points whose hash another point has taken
}

// NewPointSet returns an empty set.
func NewPointSet() *PointSet {
	return &PointSet{maphash.MakeSeed(), map[uint64]int32{}, map[data.Point]int32{}}
}

// Find returns the index in points of a point equal to p. When there is none
// it returns -1 and expects p to be appended to points.
func (s *PointSet) Find(points []data.Point, p *data.Point) int {
	return s.FindAt(len(points), func(i int) *data.Point { return &points[i] }, p)
}

// FindAt is Find for n points that lie anywhere.
func (s *PointSet) FindAt(n int, at func(i int) *data.Point, p *data.Point) int {
	h := maphash.Comparable(s.seed, *p)
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
