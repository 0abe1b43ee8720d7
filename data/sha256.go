package data

import (
	"encoding/binary"
	"math/bits"
)

// small256 computes SHA-256 (FIPS 180-4). It is what the WebAssembly modules
// use: crypto/sha256 brings the whole validated module with it, 42 KB of brotli
// for one function. Natively it is only tested against crypto/sha256, which is
// faster there.
type small256 struct {
	h     [8]uint32
	block [64]byte
	fill  int
	total uint64 // bytes
}

func newSmall256() *small256 {
	return &small256{h: [8]uint32{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}}
}

// Write adds p to what is hashed; it does not fail.
func (s *small256) Write(p []byte) (int, error) {
	n := len(p)
	s.total += uint64(n)
	for len(p) > 0 {
		if s.fill == 0 && len(p) >= 64 {
			compress256(&s.h, p[:64])
			p = p[64:]
			continue
		}
		k := copy(s.block[s.fill:], p)
		s.fill, p = s.fill+k, p[k:]
		if s.fill == 64 {
			compress256(&s.h, s.block[:])
			s.fill = 0
		}
	}
	return n, nil
}

// Sum appends the hash of what was written so far; more may be written after.
func (s *small256) Sum(b []byte) []byte {
	h, block := s.h, s.block
	block[s.fill] = 0x80
	clear(block[s.fill+1:])
	if s.fill >= 56 {
		compress256(&h, block[:])
		clear(block[:])
	}
	binary.BigEndian.PutUint64(block[56:], s.total*8)
	compress256(&h, block[:])
	for _, v := range h {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}

func compress256(h *[8]uint32, p []byte) {
	var w [64]uint32
	for i := range 16 {
		w[i] = binary.BigEndian.Uint32(p[i*4:])
	}
	for i := 16; i < 64; i++ {
		s0 := bits.RotateLeft32(w[i-15], -7) ^ bits.RotateLeft32(w[i-15], -18) ^ w[i-15]>>3
		s1 := bits.RotateLeft32(w[i-2], -17) ^ bits.RotateLeft32(w[i-2], -19) ^ w[i-2]>>10
		w[i] = w[i-16] + s0 + w[i-7] + s1
	}
	a, b, c, d, e, f, g, k := h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
	// Eight rounds at a time, after which each letter is in its place again.
	for i := 0; i < 64; i += 8 {
		x, y := (*[8]uint32)(w[i:]), (*[8]uint32)(k256[i:])
		k += (bits.RotateLeft32(e, -6) ^ bits.RotateLeft32(e, -11) ^ bits.RotateLeft32(e, -25)) + (g ^ e&(f^g)) + x[0] + y[0]
		d += k
		k += (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ c&(a^b))
		g += (bits.RotateLeft32(d, -6) ^ bits.RotateLeft32(d, -11) ^ bits.RotateLeft32(d, -25)) + (f ^ d&(e^f)) + x[1] + y[1]
		c += g
		g += (bits.RotateLeft32(k, -2) ^ bits.RotateLeft32(k, -13) ^ bits.RotateLeft32(k, -22)) + (k&a ^ b&(k^a))
		f += (bits.RotateLeft32(c, -6) ^ bits.RotateLeft32(c, -11) ^ bits.RotateLeft32(c, -25)) + (e ^ c&(d^e)) + x[2] + y[2]
		b += f
		f += (bits.RotateLeft32(g, -2) ^ bits.RotateLeft32(g, -13) ^ bits.RotateLeft32(g, -22)) + (g&k ^ a&(g^k))
		e += (bits.RotateLeft32(b, -6) ^ bits.RotateLeft32(b, -11) ^ bits.RotateLeft32(b, -25)) + (d ^ b&(c^d)) + x[3] + y[3]
		a += e
		e += (bits.RotateLeft32(f, -2) ^ bits.RotateLeft32(f, -13) ^ bits.RotateLeft32(f, -22)) + (f&g ^ k&(f^g))
		d += (bits.RotateLeft32(a, -6) ^ bits.RotateLeft32(a, -11) ^ bits.RotateLeft32(a, -25)) + (c ^ a&(b^c)) + x[4] + y[4]
		k += d
		d += (bits.RotateLeft32(e, -2) ^ bits.RotateLeft32(e, -13) ^ bits.RotateLeft32(e, -22)) + (e&f ^ g&(e^f))
		c += (bits.RotateLeft32(k, -6) ^ bits.RotateLeft32(k, -11) ^ bits.RotateLeft32(k, -25)) + (b ^ k&(a^b)) + x[5] + y[5]
		g += c
		c += (bits.RotateLeft32(d, -2) ^ bits.RotateLeft32(d, -13) ^ bits.RotateLeft32(d, -22)) + (d&e ^ f&(d^e))
		b += (bits.RotateLeft32(g, -6) ^ bits.RotateLeft32(g, -11) ^ bits.RotateLeft32(g, -25)) + (a ^ g&(k^a)) + x[6] + y[6]
		f += b
		b += (bits.RotateLeft32(c, -2) ^ bits.RotateLeft32(c, -13) ^ bits.RotateLeft32(c, -22)) + (c&d ^ e&(c^d))
		a += (bits.RotateLeft32(f, -6) ^ bits.RotateLeft32(f, -11) ^ bits.RotateLeft32(f, -25)) + (k ^ f&(g^k)) + x[7] + y[7]
		e += a
		a += (bits.RotateLeft32(b, -2) ^ bits.RotateLeft32(b, -13) ^ bits.RotateLeft32(b, -22)) + (b&c ^ d&(b^c))
	}
	for i, v := range [8]uint32{a, b, c, d, e, f, g, k} {
		h[i] += v
	}
}

// k256 is the first 32 bits of the fractional parts of the cube roots of the
// first 64 primes.
var k256 = func() (k [64]uint32) {
	n := 0
	for p := uint64(2); n < 64; p++ {
		if !prime(p) {
			continue
		}
		k[n] = cubeRootFraction(p)
		n++
	}
	return k
}()

func prime(p uint64) bool {
	for d := uint64(2); d*d <= p; d++ {
		if p%d == 0 {
			return false
		}
	}
	return true
}

// cubeRootFraction returns floor(2^32 cbrt(p)) mod 2^32: the largest r with
// r^3 <= p 2^96, found bit by bit. r is below 2^35, so r^3 needs 105 bits.
func cubeRootFraction(p uint64) uint32 {
	var r uint64
	for bit := uint64(1) << 34; bit > 0; bit >>= 1 {
		t := r | bit
		if cubeAtMost(t, p) {
			r = t
		}
	}
	return uint32(r)
}

// cubeAtMost reports whether t^3 <= p 2^96.
func cubeAtMost(t, p uint64) bool {
	sqHi, sqLo := bits.Mul64(t, t)
	hi, lo := bits.Mul64(sqLo, t)
	hi += sqHi * t // t < 2^35, sqHi < 2^6
	limit := p << 32
	return hi < limit || hi == limit && lo == 0
}
