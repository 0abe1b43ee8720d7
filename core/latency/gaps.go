package latency

import (
	"cmp"
	"math"
	"slices"

	"github.com/isofront/isofront/core/opt"
)

// ExactGaps is how many distinct entries a Gaps keeps before it turns into a
// histogram. An entry is one chunk's gap with the number of tokens it was spread
// over, 16 bytes, so that a chunk of any size costs as much as one token: 32 MB
// at most.
const ExactGaps = 1 << 21

// The histogram has 1,024 buckets to an octave from 2^-40 s (a picosecond) to
// 2^30 s (34 years), so a percentile is within 1/2,048 of the true one. It takes
// 573 KB however many gaps there are.
const (
	bucketBits  = 10
	minExponent = -40
	maxExponent = 30
	buckets     = (maxExponent - minExponent) << bucketBits
	// GapError is the largest relative error of a percentile from the histogram.
	GapError = 1.0 / (2 << bucketBits)
)

type entry struct {
	value float64
	n     int64
}

// Gaps is a weighted sample of times in s, none negative: value v, n times over.
// Up to its limit it is exact; beyond, N, Mean, Deviation and Max stay exact and
// the percentiles carry GapError. The zero Gaps is empty and keeps ExactGaps.
type Gaps struct {
	limit      int // entries kept, 0 means ExactGaps
	kept       []entry
	sorted     bool
	counts     []int64 // histogram once spilled
	n          int64
	mean, m2   float64 // running, for the spilled state
	least, max float64
}

// Add counts v n times; a v that is negative or not finite, or an n below 1, is
// ignored.
func (g *Gaps) Add(v float64, n int64) {
	if !(v >= 0) || math.IsInf(v, 0) || n < 1 {
		return
	}
	if g.n == 0 {
		g.least, g.max = v, v
	}
	g.least, g.max = min(g.least, v), max(g.max, v)
	g.n += n
	// Weighted running moments: D. H. D. West, "Updating mean and variance
	// estimates", CACM 22 (1979).
	delta := v - g.mean
	g.mean += float64(delta * (float64(n) / float64(g.n)))
	g.m2 += float64(float64(n) * float64(delta*(v-g.mean)))
	if g.counts != nil {
		g.counts[bucket(v)] += n
		return
	}
	if k := len(g.kept); k > 0 && g.kept[k-1].value == v {
		g.kept[k-1].n += n // streams often repeat a gap at a clock's resolution
		return
	}
	g.kept, g.sorted = append(g.kept, entry{v, n}), false
	if len(g.kept) > g.cap() {
		g.spill()
	}
}

func (g *Gaps) cap() int {
	if g.limit > 0 {
		return g.limit
	}
	return ExactGaps
}

func (g *Gaps) spill() {
	g.counts = make([]int64, buckets)
	for _, e := range g.kept {
		g.counts[bucket(e.value)] += e.n
	}
	g.kept = nil
}

// bucket is the histogram index of v: its binary exponent and the leading bits
// of its fraction.
func bucket(v float64) int {
	i := int(math.Float64bits(v)>>(52-bucketBits)) - (minExponent+1023)<<bucketBits
	return min(max(i, 0), buckets-1)
}

// middle is the value a bucket stands for; the first also holds 0.
func middle(i int) float64 {
	if i == 0 {
		return 0
	}
	lo := math.Float64frombits(uint64(i+(minExponent+1023)<<bucketBits) << (52 - bucketBits))
	hi := math.Float64frombits(uint64(i+1+(minExponent+1023)<<bucketBits) << (52 - bucketBits))
	return lo + float64((hi-lo)*0.5)
}

// merge adds all of o, which it leaves as it is.
func (g *Gaps) merge(o *Gaps) {
	if o.n == 0 {
		return
	}
	if g.n == 0 {
		g.least, g.max = o.least, o.max
	}
	g.least, g.max = min(g.least, o.least), max(g.max, o.max)
	total := g.n + o.n
	delta := o.mean - g.mean
	g.m2 += o.m2 + float64(float64(delta*delta)*(float64(g.n)*float64(o.n)/float64(total)))
	g.mean += float64(delta * (float64(o.n) / float64(total)))
	g.n = total
	if g.counts == nil && (o.counts != nil || len(g.kept)+len(o.kept) > g.cap()) {
		g.spill()
	}
	if g.counts == nil {
		g.kept, g.sorted = append(g.kept, o.kept...), false
		return
	}
	for _, e := range o.kept {
		g.counts[bucket(e.value)] += e.n
	}
	for i, n := range o.counts {
		g.counts[i] += n
	}
}

// N is the number of gaps, Exact whether percentiles are free of GapError.
func (g *Gaps) N() int64    { return g.n }
func (g *Gaps) Exact() bool { return g.counts == nil }

// Max is the longest gap; absent without any.
func (g *Gaps) Max() opt.Float {
	if g.n == 0 {
		return opt.Float{}
	}
	return opt.Of(g.max)
}

// sort also joins equal values, so that sums do not depend on which of them came
// next to each other.
func (g *Gaps) sort() {
	if g.sorted {
		return
	}
	if len(g.kept) < radixMin {
		slices.SortFunc(g.kept, func(a, b entry) int { return cmp.Compare(a.value, b.value) })
	} else {
		radix(g.kept, func(e entry) uint64 { return math.Float64bits(e.value) }) // none negative
	}
	joined := g.kept[:0]
	for _, e := range g.kept {
		if k := len(joined); k > 0 && joined[k-1].value == e.value {
			joined[k-1].n += e.n
		} else {
			joined = append(joined, e)
		}
	}
	g.kept, g.sorted = joined, true
}

// Mean is the mean gap. While exact it is summed in ascending order, so that the
// order of requests does not show.
func (g *Gaps) Mean() opt.Float {
	m, _ := g.moments()
	return m
}

// Deviation is the population standard deviation.
func (g *Gaps) Deviation() opt.Float {
	_, d := g.moments()
	return d
}

// Variation is the coefficient of variation, Deviation over Mean, dimensionless;
// absent where the mean is 0.
func (g *Gaps) Variation() opt.Float {
	m, d := g.moments()
	mean, ok := m.Positive()
	if !ok {
		return opt.Float{}
	}
	return d.Map(func(v float64) float64 { return v / mean })
}

func (g *Gaps) moments() (mean, deviation opt.Float) {
	if g.n == 0 {
		return mean, deviation
	}
	if g.counts != nil {
		return opt.Of(g.mean), opt.Of(math.Sqrt(g.m2 / float64(g.n)))
	}
	g.sort()
	total, squares := 0.0, 0.0
	for _, e := range g.kept {
		total += float64(e.value * float64(e.n))
	}
	m := total / float64(g.n)
	for _, e := range g.kept {
		squares += float64(float64(e.n) * float64((e.value-m)*(e.value-m)))
	}
	return opt.Of(m), opt.Of(math.Sqrt(squares / float64(g.n)))
}

// At is the type-7 p-quantile of the expanded sample, as quantile.Sample.Type7;
// absent without gaps or for a p outside [0, 1].
func (g *Gaps) At(p float64) opt.Float {
	if g.n == 0 || !(p >= 0 && p <= 1) {
		return opt.Float{}
	}
	h := float64(float64(g.n-1) * p)
	k := min(int64(math.Floor(h)), g.n-1)
	lo, hi := g.nth(k)
	if lo == hi {
		return opt.Of(lo)
	}
	return opt.Of(lo + float64((h-float64(k))*(hi-lo)))
}

// NearestRank is the smallest gap that at least pN gaps do not exceed.
func (g *Gaps) NearestRank(p float64) opt.Float {
	if g.n == 0 || !(p >= 0 && p <= 1) {
		return opt.Float{}
	}
	h := float64(p * float64(g.n))
	if near := math.Round(h); math.Abs(h-near) < 1e-9 {
		h = near
	}
	v, _ := g.nth(min(max(int64(math.Ceil(h)), 1), g.n) - 1)
	return opt.Of(v)
}

// nth gives the k-th smallest gap, from 0, and the one after it (itself when
// it is the last).
func (g *Gaps) nth(k int64) (at, next float64) {
	seen, found := int64(0), false
	visit := func(v float64, n int64) bool {
		if found {
			next = v
			return true
		}
		if seen += n; seen <= k {
			return false
		}
		at, next, found = v, v, true
		return seen > k+1 // the next one is the same value
	}
	if g.counts != nil {
		for i, n := range g.counts {
			if n > 0 && visit(min(max(middle(i), g.least), g.max), n) {
				return at, next
			}
		}
		return at, next
	}
	g.sort()
	for _, e := range g.kept {
		if visit(e.value, e.n) {
			return at, next
		}
	}
	return at, next
}
