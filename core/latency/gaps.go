package latency

import (
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

// Gaps is a weighted sample of times in s, none negative: value v, n times over.
// Up to its limit it is exact; beyond, N, Mean, Deviation and Max stay exact and
// the percentiles carry GapError. The zero Gaps is empty and keeps ExactGaps.
type Gaps struct {
	limit      int       // entries kept, 0 means ExactGaps
	values     []float64 // entries, and how often each was added
	times      []int64
	sorted     bool
	counts     []int64 // histogram once spilled
	n          int64
	mean, m2   float64 // running, once spilled
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
	if v < g.least {
		g.least = v
	} else if v > g.max {
		g.max = v
	}
	g.n += n
	if g.counts != nil {
		// Weighted running moments: D. H. D. West, "Updating mean and variance
		// estimates", CACM 22 (1979).
		delta := v - g.mean
		g.mean += float64(delta * (float64(n) / float64(g.n)))
		g.m2 += float64(float64(n) * float64(delta*(v-g.mean)))
		g.counts[bucket(v)] += n
		return
	}
	k := len(g.values)
	if k > 0 && g.values[k-1] == v {
		g.times[k-1] += n // streams often repeat a gap at a clock's resolution
		return
	}
	if k == cap(g.values) || k == cap(g.times) {
		g.grow(max(k, 64)) // by doubling: millions come one by one
	}
	g.values, g.times, g.sorted = append(g.values, v), append(g.times, n), false
	if k >= g.cap() {
		g.spill()
	}
}

// grow makes room for n more entries.
func (g *Gaps) grow(n int) {
	g.values, g.times = slices.Grow(g.values, n), slices.Grow(g.times, n)
}

func (g *Gaps) cap() int {
	if g.limit > 0 {
		return g.limit
	}
	return ExactGaps
}

func (g *Gaps) spill() {
	g.mean, g.m2 = g.running()
	g.counts = make([]int64, buckets)
	for i, v := range g.values {
		g.counts[bucket(v)] += g.times[i]
	}
	g.values, g.times = nil, nil
}

// running is the mean and the sum of the squares about it.
func (g *Gaps) running() (mean, m2 float64) {
	if g.counts != nil || g.n == 0 {
		return g.mean, g.m2
	}
	total := 0.0
	for i, v := range g.values {
		total += float64(v * float64(g.times[i]))
	}
	mean = total / float64(g.n)
	for i, v := range g.values {
		m2 += float64(float64(g.times[i]) * float64((v-mean)*(v-mean)))
	}
	return mean, m2
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
	if g.counts == nil && (o.counts != nil || len(g.values)+len(o.values) > g.cap()) {
		g.spill()
	}
	if g.counts == nil {
		g.values, g.times, g.sorted, g.n = append(g.values, o.values...), append(g.times, o.times...), false, total
		return
	}
	mean, m2 := o.running()
	delta := mean - g.mean
	g.m2 += m2 + float64(float64(delta*delta)*(float64(g.n)*float64(o.n)/float64(total)))
	g.mean += float64(delta * (float64(o.n) / float64(total)))
	g.n = total
	for i, v := range o.values {
		g.counts[bucket(v)] += o.times[i]
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
	sortWeighted(g.values, g.times)
	k := 0
	for i, v := range g.values {
		if i > 0 && g.values[k-1] == v {
			g.times[k-1] += g.times[i]
			continue
		}
		g.values[k], g.times[k] = v, g.times[i]
		k++
	}
	g.values, g.times, g.sorted = g.values[:k], g.times[:k], true
}

// Mean is the mean gap. While exact it is summed in ascending order, so that the
// order of requests does not show.
func (g *Gaps) Mean() opt.Float {
	m, _ := g.Moments()
	return m
}

// Deviation is the population standard deviation.
func (g *Gaps) Deviation() opt.Float {
	_, d := g.Moments()
	return d
}

// Variation is the coefficient of variation, Deviation over Mean, dimensionless;
// absent where the mean is 0.
func (g *Gaps) Variation() opt.Float {
	m, d := g.Moments()
	mean, ok := m.Positive()
	if !ok {
		return opt.Float{}
	}
	return d.Map(func(v float64) float64 { return v / mean })
}

// Moments are Mean and Deviation, at the cost of one of them.
func (g *Gaps) Moments() (mean, deviation opt.Float) {
	if g.n == 0 {
		return mean, deviation
	}
	if g.counts != nil {
		return opt.Of(g.mean), opt.Of(math.Sqrt(g.m2 / float64(g.n)))
	}
	g.sort()
	m, squares := g.running()
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
	for i, v := range g.values {
		if visit(v, g.times[i]) {
			return at, next
		}
	}
	return at, next
}
