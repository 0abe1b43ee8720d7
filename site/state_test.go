package main

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// usable is what an address keeps of typed targets.
func usable(text string) string {
	good, _ := splitTargets(text)
	return strings.Join(good, ", ")
}

// anyState draws states that an address can hold: fields as typed, in tidy
// form, without what cannot be used.
func anyState(t *rapid.T) state {
	word := rapid.StringMatching(`[a-zA-Z0-9 ./:,&=%#@<>"'é€-]{1,12}`)
	s := state{
		Model:      word.Draw(t, "model"),
		Workload:   rapid.SampledFrom([]string{"", "8192/1024", "agentic"}).Draw(t, "workload"),
		Baseline:   rapid.SampledFrom([]string{"", "gb200", "b200/sglang/fp8"}).Draw(t, "baseline"),
		Basis:      rapid.SampledFrom([]string{"", "neocloud", "rental"}).Draw(t, "basis"),
		AsOf:       rapid.SampledFrom([]string{"", "2026-05-20"}).Draw(t, "as of"),
		PricesAsOf: rapid.SampledFrom([]string{"", "2026-03-18"}).Draw(t, "date"),
		Quantity:   rapid.SampledFrom([]string{"", "energy", "throughput", "throughput,cost"}).Draw(t, "quantity"),
		Targets:    usable(rapid.StringMatching(`[0-9., ;x%&-]{0,30}`).Draw(t, "targets")),
		ScaleX:     rapid.SampledFrom([]string{"", "x", "n"}).Draw(t, "scale of the axis"),
		ScaleY:     rapid.SampledFrom([]string{"", "y", "l"}).Draw(t, "scale of heights"),
	}
	for _, c := range s.closed() {
		*c.value = rapid.SampledFrom(c.choices).Draw(t, c.field).Value
	}
	if rapid.Bool().Draw(t, "has line") {
		s.Line = float64(rapid.IntRange(1, 1e6).Draw(t, "line")) / 100
	}
	for _, hardware := range rapid.SliceOfNDistinct(word, 0, 3, rapid.ID).Draw(t, "own") {
		s.setOwn(hardware, rapid.StringMatching(`\$?[1-9]\.?[0-9]{0,3}`).Draw(t, "price"))
	}
	for _, hardware := range rapid.SliceOfNDistinct(word, 0, 3, rapid.ID).Draw(t, "own power") {
		s.setOwnKw(hardware, rapid.StringMatching(`[1-9]\.?[0-9]{0,3}`).Draw(t, "power"))
	}
	s.Bound = rapid.SampledFrom([]string{"cost", "energy", "throughput"}).Draw(t, "bound")
	s.Limit = rapid.StringMatching(`([1-9]\.?[0-9]{0,3})?`).Draw(t, "limit")
	s.MW = rapid.StringMatching(`([1-9]\.?[0-9]{0,3})?`).Draw(t, "budget")
	s.Shown = rapid.SliceOfN(word, 0, 3).Draw(t, "shown")
	if len(s.Shown) == 0 {
		s.Shown = nil
	}
	return s
}

func TestAddressHoldsTheState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState(t)
		hash := encodeHash(s)
		if strings.ContainsAny(hash, "# <>\"'") {
			t.Fatalf("%q is no address", hash)
		}
		back, lost := decodeHash("#" + hash)
		if len(lost) > 0 {
			t.Fatalf("%q asks in vain for %v", hash, lost)
		}
		// A default may be written in two ways: compare what they mean.
		back.Basis, s.Basis = back.basis(), s.basis()
		back.Quantity, s.Quantity = strings.Join(back.quantities(), ","), strings.Join(s.quantities(), ",")
		back.Bound = back.bound()
		if len(s.Own) == 0 {
			s.Own = nil
		}
		if len(s.OwnKw) == 0 {
			s.OwnKw = nil
		}
		if !reflect.DeepEqual(back, s) {
			t.Fatalf("%#v\nbecame %q\nand then %#v", s, hash, back)
		}
	})
}

// Any address, also one cut short or made up, gives a state with an address of
// its own that stays.
func TestAddressIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hash := rapid.OneOf(
			rapid.String(),
			rapid.StringMatching(`((m|w|b|basis|date|own|kw|within|mw|t|q|show|x|log|c|digits|r|f|theme|asof)=[a-z0-9%:,./]{0,12}&?){0,6}`),
		).Draw(t, "hash")
		first, _ := decodeHash(hash)
		once := encodeHash(first)
		second, lost := decodeHash(once)
		if twice := encodeHash(second); twice != once || len(lost) > 0 {
			t.Fatalf("%q became %q and then %q, without %v", hash, once, twice, lost)
		}
	})
}

func TestAddressIsShort(t *testing.T) {
	if got := encodeHash(state{}); got != "" {
		t.Errorf("nothing chosen gives %q, want nothing", got)
	}
	s := state{Model: "DeepSeek-V4-Pro", Workload: "8192/1024", Baseline: "gb200", Targets: "20, 30, 40", Line: 25, Own: map[string]string{"gb300": "2.37"}}
	want := "m=DeepSeek-V4-Pro&w=8192/1024&b=gb200&own=gb300:2.37&t=20,30,40&x=25"
	if got := encodeHash(s); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTargetsAsTyped(t *testing.T) {
	for _, c := range []struct {
		text string
		good []float64
		bad  []string
	}{
		{"", nil, nil},
		{" , ;", nil, nil},
		{"20, 30, 40", []float64{20, 30, 40}, nil},
		{"20;30 40\t23.5", []float64{20, 30, 40, 23.5}, nil},
		{"20, abc, -3, 0, 1e3, 0x10, inf, NaN, .5", []float64{20, .5}, []string{"abc", "-3", "0", "1e3", "0x10", "inf", "NaN"}},
		{"9999999", nil, []string{"9999999"}},
		{"1_000", nil, []string{"1_000"}},
	} {
		good, bad := parseTargets(c.text)
		if !reflect.DeepEqual(good, c.good) || !reflect.DeepEqual(bad, c.bad) {
			t.Errorf("%q: got %v and %q, want %v and %q", c.text, good, bad, c.good, c.bad)
		}
	}
	many, _ := parseTargets(strings.Repeat("7 ", 1000))
	if len(many) != maxTargets {
		t.Errorf("a thousand targets became %d, want %d", len(many), maxTargets)
	}
}

func TestPricesAsTyped(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
		ok   bool
	}{
		{"2.37", 2.37, true}, {"$2.37", 2.37, true}, {" $ 2.37 ", 2.37, true}, {"2.", 2, true}, {".5", .5, true},
		{"", 0, false}, {"$", 0, false}, {"0", 0, false}, {"-1", 0, false}, {"2,37", 0, false}, {"1e2", 0, false}, {"two", 0, false}, {"100001", 0, false},
	} {
		if got, ok := parsePrice(c.text); got != c.want || ok != c.ok {
			t.Errorf("%q: got %v, %v, want %v, %v", c.text, got, ok, c.want, c.ok)
		}
	}
}

func TestClipKeepsCharactersWhole(t *testing.T) {
	if got := clip("aé€", 3); got != "aé" {
		t.Errorf("got %q", got)
	}
	if got := clip("aé€", 4); got != "aé" {
		t.Errorf("got %q", got)
	}
}

func TestNiceStep(t *testing.T) {
	for _, c := range []struct{ v, want float64 }{{0.6, 0.5}, {1, 1}, {1.9, 1}, {2, 2}, {4.99, 2}, {5, 5}, {0.012, 0.01}, {730, 500}} {
		if got := niceStep(c.v); fmt.Sprintf("%.10g", got) != fmt.Sprintf("%.10g", c.want) {
			t.Errorf("%v: got %v, want %v", c.v, got, c.want)
		}
	}
}
