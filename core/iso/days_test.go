package iso

import (
	"testing"
	"time"
)

func TestDay(t *testing.T) {
	epoch, _ := Day("1970-01-01")
	for at := time.Date(1899, 12, 25, 0, 0, 0, 0, time.UTC); at.Year() < 2105; at = at.AddDate(0, 0, 1) {
		got, ok := Day(at.Format(time.DateOnly))
		if want := int(at.Unix() / 86400); at.Unix() >= 0 && (!ok || got-epoch != want) {
			t.Fatalf("%s: day %d, want %d", at.Format(time.DateOnly), got-epoch, want)
		}
	}
	for _, bad := range []string{"", "2026", "2026-13-01", "2026-00-01", "2026-01-00", "2026/01/01", "20x6-01-01", "2026-1-001", "2026-02-29", "2026-04-31", "0000-01-01"} {
		if _, ok := Day(bad); ok {
			t.Errorf("%q was taken for a date", bad)
		}
	}
}
