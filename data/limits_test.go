package data

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
)

func hostileBodies() map[string][]byte {
	join := func(parts ...string) []byte { return []byte(strings.Join(parts, "")) }
	return map[string][]byte{
		"array of 4 billion":            join("\xdd\xff\xff\xff\xff"),
		"nested arrays":                 bytes.Repeat([]byte("\xdc\xff\xff"), 24000),
		"nested full arrays":            bytes.Repeat([]byte("\x91"), 24000),
		"map of 4 billion":              join("\xdf\xff\xff\xff\xff"),
		"nested maps":                   bytes.Repeat([]byte("\xde\xff\xff"), 24000),
		"nested full maps":              bytes.Repeat([]byte("\x81\xa1a"), 24000),
		"bin of 4 billion":              join("\xc6\xff\xff\xff\xff"),
		"text of 4 billion":             join("\xdb\xff\xff\xff\xff"),
		"extension":                     join("\xc9\xff\xff\xff\xff\x01"),
		"never used code":               join("\xc1"),
		"strings of 4 billion":          join("\x81\xa7strings\xdd\xff\xff\xff\xff"),
		"columns of nothing":            join("\x81\xa7columns\xdc\xff\xff", strings.Repeat("\xc0", 0xffff)),
		"columns of empty maps":         join("\x81\xa7columns\xdc\xff\xff", strings.Repeat("\x80", 0xffff)),
		"bundles of empty maps":         join("\x81\xa7bundles\xdc\xff\xff", strings.Repeat("\x80", 0xffff)),
		"bundles under a long-form key": join("\x81\xd9\x07bundles\xdc\xff\xff", strings.Repeat("\x80", 0xffff)),
		"long text":                     join("\x81\xa5model\xdb\x00\x01\x00\x01", strings.Repeat("x", 1<<16+1)),
		"key that is not text":          join("\x81\xc4\x07columns\x90"),
		"bytes after the end":           join("\x80\x80"),
		"nothing":                       {},
	}
}

// A few bytes must not make the reader allocate: neither as a file nor as the
// content of a file whose hash is right.
func TestHostileCountsCostNothing(t *testing.T) {
	for name, body := range hostileBodies() {
		for _, file := range [][]byte{body, sealed(KindPoints, body), sealed(KindIndex, body)} {
			var err error
			got := allocated(func() { _, _, _, err = OpenFile(file) })
			if err == nil {
				t.Errorf("%s: opens", name)
			}
			if limit := uint64(len(file)) + 4096; got > limit {
				t.Errorf("%s: %d bytes allocated for a file of %d", name, got, len(file))
			}
		}
	}
}

// Content that passes the limits may be of any shape; what the decoder
// allocates stays a small multiple of its size.
func TestDecodingIsProportional(t *testing.T) {
	array := func(n int, element string) string {
		return "\xdd" + string([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}) + strings.Repeat(element, n)
	}
	key := func(k string) string { return string([]byte{0xa0 | byte(len(k))}) + k }
	record := "\x81" + key("padding") + "\xb0" + strings.Repeat("x", 16)
	for name, body := range map[string]string{
		"empty texts":       "\x81" + key("strings") + array(100000, "\xa0"),
		"smallest columns":  "\x81" + key("columns") + array(20000, record),
		"smallest bundles":  "\x81" + key("bundles") + array(20000, record),
		"smallest sources":  "\x81" + key("sources") + array(20000, record),
		"unknown structure": "\x81" + key("future") + array(20000, record),
	} {
		for _, kind := range []string{KindPoints, KindIndex} {
			file := sealed(kind, []byte(body))
			got := allocated(func() { _, _, _, _ = OpenFile(file) })
			if limit := uint64(20*len(file)) + 4096; got > limit {
				t.Errorf("%s as %s: %d bytes allocated for a file of %d", name, kind, got, len(file))
			}
		}
	}
}

// allocated returns the bytes that f allocates, the least of a few runs since
// other goroutines allocate too.
func allocated(f func()) uint64 {
	least := ^uint64(0)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// Damage behind a right hash: random bytes of the body changed. Nothing may
// panic, whatever the decoder makes of it.
func TestDamagedBodiesNeverPanic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, kind := range []string{KindPoints, KindIndex} {
		_, body, _, err := unseal(sampleFile(t, kind))
		if err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			b := bytes.Clone(body)
			for range 1 + r.IntN(4) {
				b[r.IntN(len(b))] = byte(r.Uint32())
			}
			if r.IntN(4) == 0 {
				b = b[:r.IntN(len(b))]
			}
			_, index, bundle, err := OpenFile(sealed(kind, b))
			if err != nil {
				continue
			}
			reencodes(t, index, bundle)
		}
	}
}
