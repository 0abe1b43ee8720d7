package synth

// times is a heap of times, the least at 0. container/heap would make garbage of
// every one.
type times []int64

func (h *times) push(t int64) {
	s := append(*h, t)
	for i := len(s) - 1; i > 0; {
		up := (i - 1) / 2
		if s[up] <= s[i] {
			break
		}
		s[up], s[i] = s[i], s[up]
		i = up
	}
	*h = s
}

// replace puts t in the place of the least.
func (h times) replace(t int64) {
	h[0] = t
	for i := 0; ; {
		least := i
		for c := 2*i + 1; c <= 2*i+2 && c < len(h); c++ {
			if h[c] < h[least] {
				least = c
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
