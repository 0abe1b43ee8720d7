package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// elsewhere says that a table, or a row of it, is of another model, workload, axis or
// percentile than those it would be checked against, "" where it does not say so.
func (p *planner) elsewhere(g *Grid) string {
	for _, x := range []struct {
		said, is string
		same     func(a, b string) bool
	}{
		{g.about.model, p.sel.Model, sameModel}, {g.about.workload, p.sel.Workload, sameWorkload},
		{g.about.axis, string(p.sel.Axis), strings.EqualFold}, {g.about.percentile, fmt.Sprint(p.sel.Percentile), strings.EqualFold},
	} {
		if x.said != "" && !x.same(x.said, x.is) {
			return fmt.Sprintf("it says %s, and would be checked against %s", x.said, x.is)
		}
	}
	isl, osl, _ := strings.Cut(p.sel.Workload, "/")
	for k, h := range g.Head {
		is, same := "", sameWorkload
		switch h = strings.ReplaceAll(bare(h), "_", " "); {
		case h == "model":
			is, same = p.sel.Model, sameModel
		case workloadHead.MatchString(h):
			is = p.sel.Workload
		case h == "isl":
			is = isl
		case h == "osl":
			is = osl
		default:
			continue
		}
		for i, r := range g.Rows {
			if r.Cells[k] != "" && is != "" && !same(r.Cells[k], is) {
				return fmt.Sprintf("line %d says %s, and would be checked against %s", g.place(i+1, k+1).line, r.Cells[k], is)
			}
		}
	}
	return ""
}

var (
	workloadHead = regexp.MustCompile(`^(?:workload|isl ?[/,+] ?osl|input ?/ ?output(?: tokens)?|scenario)$`)
	tokenCount   = regexp.MustCompile(`^(\d+)(k?)$`)
)

// sameModel compares names by their words.
func sameModel(a, b string) bool { return slices.Equal(headWords(a), headWords(b)) }

// sameWorkload compares workloads by their words, 8k being 8192.
func sameWorkload(a, b string) bool {
	words := func(s string) []string {
		ws := headWords(s)
		for i, w := range ws {
			if m := tokenCount.FindStringSubmatch(w); m != nil && m[2] != "" {
				n, _ := strconv.Atoi(m[1])
				ws[i] = strconv.Itoa(n * 1024)
			}
		}
		return slices.DeleteFunc(ws, func(w string) bool {
			return slices.Contains([]string{"tokens", "token", "in", "out", "input", "output", "isl", "osl"}, w)
		})
	}
	return slices.Equal(words(a), words(b))
}
