package latency

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/isofront/isofront/core/opt"
)

// A convention keeps of the chunks all that it prints of them.
func TestConventionsPoolWhatTheyPrint(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	var records []Record
	for i := range 20 {
		r := Record{Start: opt.Of(float64(i)), Input: Count{Server: opt.Of(100)}}
		at, n := 0.5+rng.Float64(), 0.0
		for range 30 {
			tokens := float64(1 + rng.IntN(3))
			r.Chunks = append(r.Chunks, Chunk{At: at, Kind: Content, Tokens: opt.Of(tokens)})
			at += 0.01 + 0.02*rng.Float64()
			n += tokens
		}
		r.Output = Count{Server: opt.Of(n)}
		records = append(records, r)
	}
	for _, c := range Conventions() {
		all := c
		all.pools = chunkGaps | tokenGaps | chunkMoments
		lean, full := c.Book(Options{}), all.Book(Options{})
		for i := range records {
			for _, b := range []*Book{lean, full} {
				if err := b.Add(&records[i]); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got, want := lean.Print(), full.Print(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: prints %v, with all that there is %v", c.Name, got, want)
		}
		for bit := chunkGaps; bit <= chunkMoments; bit <<= 1 {
			less := c
			less.pools = c.pools &^ bit
			b := less.Book(Options{})
			for i := range records {
				_ = b.Add(&records[i])
			}
			if c.pools&bit != 0 && reflect.DeepEqual(b.Print(), full.Print()) {
				t.Errorf("%s: keeps %d for nothing", c.Name, bit)
			}
		}
	}
}
