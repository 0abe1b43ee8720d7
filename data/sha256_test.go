package data

import (
	"crypto/sha256"
	"testing"

	"pgregory.net/rapid"
)

// TestSmall256 compares with crypto/sha256 at every length around the block
// size, and however the input is cut.
func TestSmall256(t *testing.T) {
	long := make([]byte, 300)
	for i := range long {
		long[i] = byte(i * 7)
	}
	for n := range long {
		s := newSmall256()
		s.Write(long[:n])
		if got, want := s.Sum(nil), sha256.Sum256(long[:n]); string(got) != string(want[:]) {
			t.Fatalf("%d bytes: %x, want %x", n, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.SliceOf(rapid.Byte())).Draw(t, "parts")
		var all []byte
		s := newSmall256()
		for _, p := range parts {
			all = append(all, p...)
			s.Write(p)
			if got, want := s.Sum(nil), sha256.Sum256(all); string(got) != string(want[:]) {
				t.Fatalf("%x, want %x", got, want)
			}
		}
	})
}
