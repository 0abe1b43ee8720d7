package website

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// Whatever is packed, its length stands where the script of the offline file looks for
// it, and what repeats is packed to less. That it comes back lzmaOf sees to itself.
func TestLZMA(t *testing.T) {
	noise := make([]byte, 3<<20)
	for i, rng := 0, rand.New(rand.NewPCG(71, 72)); i < len(noise); i++ {
		noise[i] = byte(rng.Uint32())
	}
	for name, content := range map[string][]byte{
		"nothing": {}, "a byte": {0}, "noise": noise, "noise twice": append(bytes.Clone(noise), noise...), "zeros": make([]byte, 1<<20),
	} {
		packed, err := lzmaOf(content)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if n := binary.LittleEndian.Uint64(packed[5:]); n != uint64(len(content)) {
			t.Errorf("%s: %d bytes say that they are %d", name, len(content), n)
		}
		if name == "noise twice" && len(packed) > len(noise)*11/10 || name == "zeros" && len(packed) > 1000 {
			t.Errorf("%s: %d bytes are packed to %d", name, len(content), len(packed))
		}
	}
}
