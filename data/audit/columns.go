package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/query"
)

// Column says what a column holds. Head is a column's head, letter case and
// spaces aside, or #N for the N-th column; Number, where it is above 0, is the
// column whatever its head. Glob must match one series; "" leaves it to the words
// of the head. Quantity "" leaves it to the head, the cells and the caption. With
// Ratio, Over, or a Quantity of Ratios, it is a ratio of that series over another. Skip
// leaves the column out.
type Column struct {
	Head     string
	Number   int
	Glob     string
	Over     string
	Ratio    bool
	Quantity render.Quantity
	Skip     bool
}

// QuantityList names what a column can hold, for help and errors.
func QuantityList() string {
	var out []string
	for _, q := range render.Quantities {
		out = append(out, string(q))
	}
	for _, q := range Ratios {
		out = append(out, "GLOB over GLOB:"+string(q))
	}
	return strings.Join(out, ", ")
}

// ParseColumn reads HEAD=GLOB, HEAD=GLOB:QUANTITY, HEAD=:QUANTITY, HEAD=GLOB over
// GLOB:QUANTITY and HEAD=- (not to be checked). The last = divides, so a head may hold one.
func ParseColumn(s string) (Column, error) {
	i := strings.LastIndexByte(s, '=')
	if i < 0 || strings.TrimSpace(s[:i]) == "" {
		return Column{}, usage("column %q: want HEAD=GLOB, HEAD=GLOB:cost or HEAD=GLOB:throughput", s)
	}
	c := Column{Head: strings.TrimSpace(s[:i]), Glob: strings.TrimSpace(s[i+1:])}
	if c.Glob == "-" {
		return Column{Head: c.Head, Skip: true}, nil
	}
	if k := strings.LastIndexByte(c.Glob, ':'); k >= 0 {
		q := render.Quantity(strings.ToLower(strings.TrimSpace(c.Glob[k+1:])))
		if !slices.Contains(render.Quantities, q) && !IsRatio(q) {
			return Column{}, usage("column %q: quantity %q: want %s", s, c.Glob[k+1:], QuantityList())
		}
		c.Glob, c.Quantity = strings.TrimSpace(c.Glob[:k]), q
	}
	if err := c.parseOver(); err != nil {
		return Column{}, err
	}
	if c.Glob == "" && c.Quantity == "" {
		return Column{}, usage("column %q: names neither a series nor a quantity", s)
	}
	return c, nil
}

func usage(format string, args ...any) error {
	return &query.Fault{Kind: query.KindUsage, Message: fmt.Sprintf(format, args...)}
}

// bare is a head for comparison: one case, single spaces, no emphasis.
func bare(head string) string {
	return strings.ToLower(strings.Trim(clean(head), "*_` "))
}

// find returns the columns of a table that a name means, as indices.
func find(g *Grid, name string) []int {
	var out []int
	for i, h := range g.Head {
		if bare(h) == bare(name) {
			out = append(out, i)
		}
	}
	if len(out) == 0 && strings.HasPrefix(name, "#") {
		if n, err := strconv.Atoi(name[1:]); err == nil && n >= 1 && n <= len(g.Head) {
			out = []int{n - 1}
		}
	}
	return out
}

// in finds the columns of a table that are meant, as indices.
func (c *Column) in(g *Grid) []int {
	switch {
	case c.Number == 0:
		return find(g, c.Head)
	case c.Number <= len(g.Head):
		return []int{c.Number - 1}
	}
	return nil
}
