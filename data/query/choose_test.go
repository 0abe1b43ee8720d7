package query

import (
	"strings"
	"testing"

	"github.com/isofront/isofront/data/wire"
)

// TestChainOrder: the series of a chain stand in its order, before the others, unless
// several patterns say in which order series stand.
func TestChainOrder(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	for _, c := range []struct{ series, chain, baseline, want string }{
		{"", "", "c", "a b c d"},
		{"", "c,a", "b", "c a b d"},
		{"*", "c,a", "a", "c a b d"},
		{"b", "d,a", "b", "d a b"},
		{"a b c", "c,a", "c", "a b c"},
	} {
		q := wire.Query{Series: strings.Fields(c.series), Baseline: c.baseline}
		if c.chain != "" {
			q.Chain = strings.Split(c.chain, ",")
		}
		p, err := choose(&q, names)
		if err != nil {
			t.Fatal(err)
		}
		var got, links []string
		for _, i := range p.series {
			got = append(got, names[i])
		}
		for _, k := range p.chain {
			links = append(links, got[k])
		}
		if strings.Join(got, " ") != c.want || strings.Join(links, ",") != c.chain || got[p.baseline] != c.baseline {
			t.Errorf("%+v: %v, chain %v, baseline %s", c, got, links, got[p.baseline])
		}
	}
}

// TestChainTakesASeriesOnce: a chain that comes back to a series has steps that multiply
// to nothing: from c to a and back to c is 1. A pattern finds a series that is there, too.
func TestChainTakesASeriesOnce(t *testing.T) {
	for _, c := range []string{"c,a,c", "c,a,c*", "a,a"} {
		_, err := choose(&wire.Query{Chain: strings.Split(c, ",")}, []string{"a", "b", "c", "d"})
		if err == nil || !strings.HasSuffix(err.Error(), ": that series is in it already") {
			t.Errorf("%s: %v", c, err)
		}
	}
}
