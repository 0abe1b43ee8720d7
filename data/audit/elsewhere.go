package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/embed"
	"github.com/isofront/isofront/data/wire"
)

// elsewhere says that a table, or a row of it, is of another model, workload, axis,
// percentile or kind of tokens than those it would be checked against.
func (p *planner) elsewhere(g *Grid) (out []other) {
	for _, x := range []struct {
		said, is string
		same     func(a, b string) bool
		cure     cure
	}{
		{g.about.model, p.sel.Model, sameModel, cure{wire.AuditByPlace, "--model"}}, {g.about.workload, p.sel.Workload, sameWorkload, cure{wire.AuditByPlace, "--workload"}},
		{g.about.axis, string(p.sel.Axis), strings.EqualFold, axisCure(g.about.axis)}, {g.about.percentile, fmt.Sprint(p.sel.Percentile), strings.EqualFold, percentileCure(g.about.percentile)},
	} {
		if x.said != "" && !x.same(x.said, x.is) {
			out = append(out, other{fmt.Sprintf("it says %s, and would be checked against %s", x.said, x.is), x.cure})
		}
	}
	out = append(out, p.otherCaption(strings.ToLower(g.Caption))...)
	isl, osl, _ := strings.Cut(p.sel.Workload, "/")
	for k, h := range g.Head {
		is, same, flag := "", sameWorkload, "--workload"
		switch h = strings.ReplaceAll(bare(h), "_", " "); {
		case h == "model":
			is, same, flag = p.sel.Model, sameModel, "--model"
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
			if !r.Merged && r.Cells[k] != "" && is != "" && !same(r.Cells[k], is) {
				out = append(out, other{fmt.Sprintf("line %d says %s, and would be checked against %s", g.place(i+1, k+1).line, r.Cells[k], is), cure{wire.AuditByPlace, flag}})
				break
			}
		}
	}
	return out
}

// otherCaption says that a caption speaks of another percentile, axis or tokens than
// what is checked.
func (p *planner) otherCaption(s string) (out []other) {
	own, said := false, ""
	for _, m := range percentileWord.FindAllStringSubmatch(s, 4) {
		if m[1] == strconv.Itoa(p.sel.Percentile) {
			own = true
		} else {
			said = m[1]
		}
	}
	if said != "" && !own {
		out = append(out, other{fmt.Sprintf("the caption names p%s, the table is read at p%d", said, p.sel.Percentile), percentileCure(said)})
	}
	for _, x := range iso.Axes {
		if x != p.sel.Axis && equalAxis[x].MatchString(s) && !equalAxis[p.sel.Axis].MatchString(s) {
			out = append(out, other{"the caption says at equal " + x.Name() + ", and cells are read at equal " + p.sel.Axis.Name(), axisCure(string(x))})
			break
		}
	}
	if p.sel.Tokens != render.Output && ofOutput.MatchString(s) && !ofInput.MatchString(s) {
		out = append(out, other{"the caption names output tokens, and others are counted", cure{wire.AuditByReading, "--tokens output"}})
	}
	return out
}

func axisCure(axis string) cure { return cure{wire.AuditByReading, "--axis " + axis} }

// percentileCure has no flag for a percentile that the data is not read at.
func percentileCure(percentile string) cure {
	c := cure{kind: wire.AuditByReading}
	if isKnown(embed.Percentile, percentile, nil) {
		c.flag = "--percentile " + percentile
	}
	return c
}

var (
	equalAxis = map[iso.Axis]*regexp.Regexp{
		iso.Interactivity: regexp.MustCompile(`(?:equal|same|iso)[- ]interactivity`),
		iso.TTFT:          regexp.MustCompile(`(?:equal|same|iso)[- ](?:ttft|time to first token)`),
		iso.E2EL:          regexp.MustCompile(`(?:equal|same|iso)[- ](?:e2e|end[- ]to[- ]end) ?(?:l|latency)\b`),
		iso.E2ENormalized: regexp.MustCompile(`(?:equal|same|iso)[- ]e2e[- ]normalized`),
	}
	// 1024 output tokens are a workload; input and output tokens are all.
	ofOutput     = regexp.MustCompile(`(?:^|[^\d/k] |[^\w/ ])output (?:tok(?:en)?s?|throughput)\b`)
	ofInput      = regexp.MustCompile(`\b(?:input|prompt|in)\b`)
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
