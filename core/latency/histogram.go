package latency

// Count gives how many gaps lie in each interval between neighbouring edges,
// which ascend: the lower edge belongs to it, the upper one only to the last.
func (g *Gaps) Count(edges []float64) []int64 {
	if len(edges) < 2 {
		return nil
	}
	out := make([]int64, len(edges)-1)
	add := func(v float64, n int64) {
		if v < edges[0] || v > edges[len(edges)-1] {
			return
		}
		lo, hi := 0, len(out)-1
		for lo < hi { // the last interval whose lower edge is not above v
			mid := (lo + hi + 1) / 2
			if edges[mid] <= v {
				lo = mid
			} else {
				hi = mid - 1
			}
		}
		out[lo] += n
	}
	for i, v := range g.values {
		add(v, g.times[i])
	}
	for i, n := range g.counts {
		if n > 0 {
			add(min(max(middle(i), g.least), g.max), n)
		}
	}
	return out
}
