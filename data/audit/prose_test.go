package audit

import (
	"errors"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// prose are texts without a table, of lines that cost the most to keep.
var prose = map[string]string{
	"words":       "The quick brown fox jumps over the lazy dog.\n",
	"short lines": "a\n",
	"blank lines": "a\n\n",
	"commas":      "on the whole, then\nbut, in parts, not\n",
	"one run":     "a,b\n",
	"quotes":      "\"a\n",
	"separators":  ",,,,,,,\n",
	"captions":    "# ##\n#\n",
}

// peak is by how many bytes a heap grew at most while something ran.
func peak(f func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	var most atomic.Uint64
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most.Store(max(most.Load(), m.HeapAlloc))
			}
		}
	}()
	f()
	close(done)
	<-ended
	return most.Load() - min(before, most.Load())
}

// TestProseCostsLittle: lines that are no table are read and not kept, whatever a
// text holds.
func TestProseCostsLittle(t *testing.T) {
	const size = 10 << 20
	for name, line := range prose {
		text := strings.Repeat(line, size/len(line))
		from := time.Now()
		most := peak(func() {
			for _, sep := range []byte{'\t', ';', ','} {
				if grids, rows := csvTables(text, sep); len(grids) != 0 || rows != 0 {
					t.Errorf("%s: %d tables", name, len(grids))
				}
			}
		})
		took := time.Since(from)
		t.Logf("%s: 10 MB in %v, %d KB more", name, took, most>>10)
		if most > 32<<20 {
			t.Errorf("%s: %d MB", name, most>>20)
		}
		if took > 60*time.Second {
			t.Errorf("%s: %v", name, took)
		}
		if _, err := Parse([]byte(text[:1<<20])); !errors.Is(err, ErrNoTable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
