package synth

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"math"
	"testing"

	"github.com/isofront/isofront/core/latency"
	"github.com/isofront/isofront/core/opt"
	"github.com/isofront/isofront/data"
)

// digest hashes values bit by bit, many at a time.
type digest struct {
	hash.Hash
	buf []byte
}

func newDigest() *digest { return &digest{Hash: sha256.New()} }

func (d *digest) word(v uint64) {
	if d.buf = binary.LittleEndian.AppendUint64(d.buf, v); len(d.buf) > 16<<10 {
		d.flush()
	}
}

func (d *digest) flush() {
	d.Write(d.buf)
	d.buf = d.buf[:0]
}

func (d *digest) text(s string) {
	d.word(uint64(len(s)))
	d.buf = append(d.buf, s...)
}

func (d *digest) float(f opt.Float) {
	v, ok := f.Get()
	if !ok {
		d.word(1)
		return
	}
	d.word(math.Float64bits(v))
}

func (d *digest) point(p *data.Point) {
	for _, s := range []string{p.Model, p.Workload, p.Hardware, p.Framework, p.Precision, p.SpecDecoding, p.Recipe, p.MeasuredOn, p.Run, p.Source} {
		d.text(s)
	}
	d.word(uint64(p.Concurrency))
	d.word(uint64(p.Flags()))
	for _, v := range p.Values {
		d.float(v)
	}
}

func (d *digest) record(r *latency.Record) {
	f := &r.Figures
	d.word(uint64(r.Phase)<<8 | uint64(r.Outcome))
	for _, v := range []opt.Float{r.Start, f.TTFT, f.FirstVisible, f.E2EL, r.Output.Server, r.Input.Server, r.Reasoning, r.Requested} {
		d.float(v)
	}
	d.word(uint64(len(f.Gaps)))
	for i, g := range f.Gaps {
		d.float(opt.Of(g))
		d.word(uint64(f.ChunkTokens[i+1]))
	}
}

func (d *digest) String() string {
	d.flush()
	return hex.EncodeToString(d.Sum(nil)[:8])
}

// The hashes are those of amd64; the same test runs under js/wasm.
func TestSameBitsEverywhere(t *testing.T) {
	points := newDigest()
	for p := range Points(20_000, PointOptions{Seed: 1}) {
		points.point(&p)
	}
	runs := map[string]RequestOptions{"agentic": {Seed: 1}, "steady": {Seed: 1, Shape: Steady, Concurrency: 8}}
	want := map[string]string{"points": "1ac9fe1044dadd68", "agentic": "61d3c67ff8d38483", "steady": "acfcafa03567d1fe", "demo": "7fbac6b4c50a3566"}
	got := map[string]string{"points": points.String()}
	for name, o := range runs {
		d := newDigest()
		for r := range Requests(2000, o) {
			d.record(r)
		}
		got[name] = d.String()
	}
	set := newDigest()
	for _, run := range demo() {
		set.point(&run.Point)
		for r := range run.Records() {
			set.record(r)
		}
	}
	got["demo"] = set.String()
	for name, w := range want {
		if got[name] != w {
			t.Errorf("%s: %s, want %s", name, got[name], w)
		}
	}
}

// 2^e for whole e is exact; halves are the root of 2 to the last bit.
func TestPow2(t *testing.T) {
	for e := int64(-40); e <= 40; e++ {
		if v, want := pow2(e<<fractionBits), math.Ldexp(1, int(e)); v != want {
			t.Errorf("2^%d = %v", e, v)
		}
		if v, want := pow2(e<<fractionBits+one/2), math.Ldexp(math.Sqrt2, int(e)); v != want {
			t.Errorf("2^%d.5 = %v, want %v", e, v, want)
		}
	}
	for e := int64(-one); e < one; e += 7 {
		if v, want := pow2(e), math.Exp2(float64(e)/one); math.Abs(v-want) > 1e-14 {
			t.Fatalf("2^%v = %v, want %v", float64(e)/one, v, want)
		}
	}
}

func TestNormal(t *testing.T) {
	r := newRandom(5, 5)
	const n = 200_000
	sum, squares, beyond := 0.0, 0.0, 0
	for range n {
		z := float64(r.normal()) / one
		sum += z
		squares += z * z
		if math.Abs(z) > 2 {
			beyond++
		}
	}
	if mean, deviation := sum/n, math.Sqrt(squares/n); math.Abs(mean) > 0.01 || math.Abs(deviation-1) > 0.01 {
		t.Errorf("mean %v, deviation %v", mean, deviation)
	}
	if share := float64(beyond) / n; math.Abs(share-0.0455) > 0.003 {
		t.Errorf("%v beyond two deviations, want 0.0455", share)
	}
}
