package exchange

import (
	"bytes"
	"encoding/binary"
	"testing"
)

func TestRoomIsBounded(t *testing.T) {
	var x Exchange
	for n, want := range map[int]int{0: 1, 1: 1, MaxPiece: MaxPiece, MaxPiece + 1: -1, -1: -1} {
		got := x.Room(n)
		if len(got) != max(want, 0) || (got == nil) != (want < 0) {
			t.Errorf("room for %d: %d bytes", n, len(got))
		}
	}
}

func TestFilledIsWhatThereIsRoomFor(t *testing.T) {
	var x Exchange
	copy(x.Room(4), "abcd")
	for n, want := range map[int]string{-1: "", 0: "", 2: "ab", 4: "abcd", 9: "abcd"} {
		if got := string(x.Filled(n)); got != want {
			t.Errorf("filled %d: %q", n, got)
		}
	}
	if b := x.Filled(2); Address(b) != Address(x.Filled(4)) || Address(nil) != 0 {
		t.Error("the buffer has moved, or nothing has an address")
	}
}

// The same buffer serves from reply to reply, and a shorter one has its own length.
func TestReplyStandsBehindItsLength(t *testing.T) {
	var x Exchange
	for _, s := range []string{"a long reply", "", "b"} {
		got := x.Text(s)
		if n := binary.LittleEndian.Uint32(got); int(n) != len(s) || !bytes.Equal(got[4:], []byte(s)) {
			t.Errorf("%q: %q", s, got)
		}
	}
}
