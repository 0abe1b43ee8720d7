package audit

import (
	"math"
	"testing"

	"github.com/isofront/isofront/core/render"
)

func TestReadCell(t *testing.T) {
	for _, c := range []struct {
		text string
		kind Kind
		v, h float64
	}{
		{"$0.216", Number, 0.216, 0.0005},
		{"~$0.95", Number, 0.95, 0.005},
		{"$~0.95", Number, 0.95, 0.005},
		{"≈ 0.95", Number, 0.95, 0.005},
		{"US$1.20", Number, 1.2, 0.005},
		{"1.20 USD", Number, 1.2, 0.005},
		{"21.6¢", Number, 0.216, 0.0005},
		{"7,209", Number, 7209, 0.5},
		{"7 209", Number, 7209, 0.5},
		{"7\u202f209", Number, 7209, 0.5},
		{"14,392,620", Number, 14392620, 0.5},
		{"0.10", Number, 0.1, 0.005},
		{".5", Number, 0.5, 0.05},
		{"7.2k", Number, 7200, 50},
		{"14.4M", Number, 14.4e6, 5e4},
		{"7.2 ktok/s/GPU", Number, 7.2, 0.05}, // the k is the unit's: see TestUnits
		{"7.2K tok/s/GPU", Number, 7.2, 0.05},
		{"1.2e4", Number, 12000, 500},
		{"1.2×10⁴", Number, 12000, 500},
		{"1.2 x 10^4", Number, 12000, 500},
		{"7,209*", Number, 7209, 0.5},
		{"7,209†", Number, 7209, 0.5},
		{"7,209¹", Number, 7209, 0.5},
		{"7,209¹²", Number, 7209, 0.5},
		{"7,209^1", Number, 7209, 0.5},
		{"7,209[2]", Number, 7209, 0.5},
		{"7,209 [^b]", Number, 7209, 0.5},
		{"**7,209**", Number, 7209, 0.5},
		{"7,209 (a)", Number, 7209, 0.5},
		{"7,209 (+12%)", Number, 7209, 0.5},
		{"7,209 (2.5x)", Number, 7209, 0.5},
		{"0.216 $/M tok", Number, 0.216, 0.0005},
		{"$0.216/M", Number, 0.216, 0.0005},
		{"$0.216 per million tokens", Number, 0.216, 0.0005},
		{"$0.216 / 1M tokens", Number, 0.216, 0.0005},
		{"0.00", Number, 0, 0},
		{"", Blank, 0, 0},
		{" \u00a0 ", Blank, 0, 0},
		{"-", Absent, 0, 0},
		{"–", Absent, 0, 0},
		{"—", Absent, 0, 0},
		{"---", Absent, 0, 0},
		{"−", Absent, 0, 0},
		{"—*", Absent, 0, 0},
		{"n/a", Absent, 0, 0},
		{"N/A", Absent, 0, 0},
		{"n/a†", Absent, 0, 0},
		{"(n/a)", Absent, 0, 0},
		{"– (OOM)", Absent, 0, 0},
		{"n/a (OOM at 64)", Absent, 0, 0},
		{"NaN", Absent, 0, 0},
		{"#N/A", Absent, 0, 0},
		{"❌", Absent, 0, 0},
		{"×", Absent, 0, 0},
		{"fail", Absent, 0, 0},
		{"did not reach it", Absent, 0, 0},
		{"never mind", Unreadable, 0, 0},
		{"(soon)", Unreadable, 0, 0},
		{"unreachable", Absent, 0, 0},
		{"Unreachable: fastest is 74.13", Absent, 0, 0},
		{"not reached", Absent, 0, 0},
		{"∞", Absent, 0, 0},
		{"0,216", Unreadable, 0, 0},
		{"7,20", Unreadable, 0, 0},
		{"1.234,5", Unreadable, 0, 0},
		{"1,234 567", Unreadable, 0, 0},
		{"2.11x", Unreadable, 0, 0},
		{"2.11×", Unreadable, 0, 0},
		{"12%", Unreadable, 0, 0},
		{"€0.20", Unreadable, 0, 0},
		{"-5", Unreadable, 0, 0},
		{"+5", Unreadable, 0, 0},
		{"≥ 8,933", Unreadable, 0, 0},
		{"<0.1", Unreadable, 0, 0},
		{"soon", Unreadable, 0, 0},
		{"0.2 or so", Unreadable, 0, 0},
		{"0.2 to 0.3", Unreadable, 0, 0},
		{"0.2-0.3", Unreadable, 0, 0},
		{"*", Unreadable, 0, 0},
		{"1e999", Unreadable, 0, 0},
		{"9e99", Number, 9e99, 5e98},
		{"1234567890123456789012345678901", Unreadable, 0, 0},
		{"\x1b[31m5", Unreadable, 0, 0},
	} {
		got := ReadCell(c.text)
		if got.Kind != c.kind || math.Abs(got.Value-c.v) > 1e-12*c.v || math.Abs(got.Half-c.h) > 1e-12*c.h {
			t.Errorf("%q: %+v, want kind %d, %v within %v", c.text, got, c.kind, c.v, c.h)
		}
		if (got.Kind == Unreadable) != (got.Why != "") {
			t.Errorf("%q: why %q", c.text, got.Why)
		}
	}
}

// TestUnits: a scaled unit, in head or cell, brings the value to the quantity's
// own unit, and its rounding with it.
func TestUnits(t *testing.T) {
	for _, c := range []struct {
		head, cell string
		q          render.Quantity
		v, h       float64
	}{
		{"B200 tok/s/GPU", "7,209", render.Throughput, 7209, 0.5},
		{"B200 (ktok/s/GPU)", "7.2", render.Throughput, 7200, 50},
		{"B200 (tok/s/GPU)", "7.2 ktok/s/GPU", render.Throughput, 7200, 50},
		{"B200 (tok/s/GPU)", "7.2K tok/s/GPU", render.Throughput, 7200, 50},
		{"B200 (ktok/s/GPU)", "7.2k", render.Throughput, 7200, 50},
		{"TPS/GPU", "7,209", render.Throughput, 7209, 0.5},
		{"Throughput", "7,209", render.Throughput, 7209, 0.5},
		{"$/M tok", "0.21", render.Cost, 0.21, 0.005},
		{"$ per million tokens", "0.21", render.Cost, 0.21, 0.005},
		{"$/Mtok", "$0.21", render.Cost, 0.21, 0.005},
		{"$/1K tokens", "0.00021", render.Cost, 0.21, 0.005},
		{"$/1K tokens", "$0.00021", render.Cost, 0.21, 0.005},
		{"$/k tokens", "$0.21/M", render.Cost, 0.21, 0.005}, // a cell knows better than its head
		{"$/k tokens", "0.21 $/M tok", render.Cost, 0.21, 0.005},
		{"$/k tokens", "$0.00021/k", render.Cost, 0.21, 0.005},
		{"$/k tokens", "$0.00021", render.Cost, 0.21, 0.005},
		{"$/M tok", "$0.00021/k tok", render.Cost, 0.21, 0.005},
		{"$/token", "21¢", render.Cost, 210000, 5000},
		{"ktok/s/GPU", "7,209 tok/s", render.Throughput, 7209, 0.5},
		{"mJ/token", "0.24 J/tok", render.Energy, 0.24, 0.005},
		{"tokens/$", "4.6 Mtok/$", render.TokensPerUsd, 4.6e6, 5e4},
		{"USD/token", "2.1e-7", render.Cost, 0.21, 0.005},
		{"Cost", "0.21", render.Cost, 0.21, 0.005},
		{"J/token", "0.24", render.Energy, 0.24, 0.005},
		{"tok/s/MW", "240", render.PerMW, 240, 0.5},
		{"mJ/token", "240", render.Energy, 0.24, 0.0005},
		{"tokens/$", "4,635,295", render.TokensPerUsd, 4635295, 0.5},
		{"M tok/$", "4.6", render.TokensPerUsd, 4.6e6, 5e4},
		{"tokens per dollar", "4.6M", render.TokensPerUsd, 4.6e6, 5e4},
	} {
		u, ok, _ := recognise(c.head)
		if !ok || u.quantity != c.q {
			t.Errorf("%q: %+v %v, want %s", c.head, u, ok, c.q)
			continue
		}
		got := ReadCell(c.cell).in(u)
		if got.Kind != Number || math.Abs(got.Value-c.v) > 1e-12*c.v || math.Abs(got.Half-c.h) > 1e-12*c.h {
			t.Errorf("%q under %q: %+v, want %v within %v", c.cell, c.head, got, c.v, c.h)
		}
	}
	for _, head := range []string{"tok/s/user", "tok/s per user", "B200", "B200 @ $2.21", "$/GPU-hour", "Notes", "concurrency"} {
		if u, ok, _ := recognise(head); ok {
			t.Errorf("%q is taken for %s", head, u.quantity)
		}
	}
	if _, ok, both := recognise("$/M tok and tok/s/GPU"); ok || !both {
		t.Error("two units in one head")
	}
	if got := ReadCell("$5").in(unit{render.Throughput, 1}); got.Kind != Unreadable {
		t.Errorf("dollars in a column of throughput: %+v", got)
	}
}
