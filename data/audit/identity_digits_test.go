package audit

import "testing"

// 0.797 x 649.2 x 3600 / 1e6 = 1.8627: at 3 digits it reads as the price of 1.86 that it is not.
func TestDigitsApart(t *testing.T) {
	for _, c := range []struct {
		price, lo, hi float64
		want          int
	}{{1.86, 1.8614, 1.8640, 4}, {2.21, 1.70, 1.72, 3}, {1.86, 1.860001, 1.861, 7}, {2, 2, 2, 12}} {
		if got := digitsApart(c.price, c.lo, c.hi); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
