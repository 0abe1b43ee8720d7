package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/iso"
	"github.com/isofront/isofront/core/render"
	"github.com/isofront/isofront/data/wire"
)

// targetWords are heads of columns that rows are read at, otherTargets those of
// columns of numbers at which nothing is read.
var (
	targetWords  = regexp.MustCompile(`(?:/|per) ?(?:user|u\b)|interactivity|target|\btps\b|ttft|latency|e2el`)
	speedWords   = regexp.MustCompile(`^\W*$|\bspeeds?\b|^\W*x\W*$|\btok(?:en)?s? ?(?:/|per) ?s`)
	secondWords  = regexp.MustCompile(`^\W*s(?:ec(?:ond)?s?)?\W*$`)
	otherSpeeds  = regexp.MustCompile(`\b(?:mean|average|avg)\b`)
	rateWords    = regexp.MustCompile(`\d ?tok(?:en)?s? ?(?:/|per) ?s`)
	perToken     = regexp.MustCompile(`inter[- ]?token|\btpot\b|\bitl\b|\b(?:ms|msec|s|sec|seconds?|milliseconds?) ?(?:/|per) ?tok`)
	timeHead     = regexp.MustCompile(`[(\[] ?(?:ms|msec|milliseconds?|s|sec|seconds?) ?[)\]]|, ?(?:ms|s)$`)
	otherRates   = regexp.MustCompile(`\b[kmg]tok|\breq(?:uest)?s? ?(?:/|per)|/ ?gpu ?/ ?u|tok(?:en)?s? ?(?:/|per) ?ms`)
	endToEnd     = regexp.MustCompile(`\be2e\b|end[- ]to[- ]end`)
	otherTargets = regexp.MustCompile(`\b(?:concurrency|conc|batch(?: ?size)?|gpus|nodes?|years?|dates?|months?|rank|row|no|isl|osl|qps|rps|requests?|tpot|itl|throughput|tput|costs?|price|energy)\b|#|\bms ?(?:/|per)`)
)

// guessTarget is the column that its head calls one of targets, else the first
// that holds some and whose head says nothing or speaks of a speed, or -1 and why there is none.
func (p *planner) guessTarget(g *Grid, said []Column) (at int, why string) {
	at, why = -1, "no column says at which speeds its rows are read"
	if len(g.Rows) == 0 {
		return at, noRows
	}
	for _, named := range []bool{true, false} {
		for i, head := range g.Head {
			h := strings.ToLower(head)
			if said[i] != (Column{}) || len(g.targetUnits(i)) == 0 || len(p.propose(head)) > 0 || targetWords.MatchString(h) != named {
				continue
			}
			if !named && (otherTargets.MatchString(h) || !speedWords.MatchString(h) && !(p.sel.Axis.Unit() == "s" && secondWords.MatchString(h)) && !g.saysSpeeds(i)) {
				continue
			}
			if w := axisWords(h, p.sel.Axis); w != "" {
				at, why = i, w
				continue
			}
			if w := p.otherTarget(h); w != "" {
				at, why = i, fmt.Sprintf("the column of targets is headed %q, which names %s", head, w)
				continue
			}
			if w := g.targetsElsewhere(i, p.sel.Axis); w != "" {
				at, why = i, fmt.Sprintf("each target of column %q is %s", head, w)
				continue
			}
			return i, ""
		}
	}
	return at, why
}

// otherTarget is what a head of targets names that is not what rows are read at: a
// percentile, a mean or a unit; "" for nothing of it.
func (p *planner) otherTarget(head string) string {
	if m := percentileWord.FindStringSubmatch(head); m != nil && m[1] != strconv.Itoa(p.sel.Percentile) {
		return "p" + m[1] + ", where rows are read at p" + strconv.Itoa(p.sel.Percentile)
	}
	switch {
	case otherSpeeds.MatchString(head):
		return "a mean, where rows are read at p" + strconv.Itoa(p.sel.Percentile)
	case perMinute.MatchString(head):
		return "a rate that is not per second"
	case p.sel.Axis.Unit() == "s":
	case perToken.MatchString(head):
		return "a time per token, where rows are read at tok/s/user"
	case timeHead.MatchString(head):
		return "a time, where rows are read at tok/s/user"
	case otherRates.MatchString(head):
		return "another unit than tok/s/user"
	}
	return ""
}

// targetCure is what would have the targets of a table read: another reading where the
// head of the column that holds them says so, else that one is named.
func (p *planner) targetCure(g *Grid, at int) []cure {
	if len(g.Rows) == 0 {
		return nil
	}
	if at >= 0 && p.opt.TargetColumn == "" && p.opt.TargetNumber == 0 {
		h := strings.ToLower(g.Head[at])
		switch {
		case p.sel.Axis.Unit() == "s" && (axisWords(h, p.sel.Axis) != "" || g.targetsElsewhere(at, p.sel.Axis) != ""):
			return []cure{axisCure(string(iso.Interactivity))}
		case axisWords(h, p.sel.Axis) == "":
		case endToEnd.MatchString(h) && strings.Contains(h, "tok"):
			return []cure{axisCure(string(iso.E2ENormalized))}
		case strings.Contains(h, "ttft") || strings.Contains(h, "first token"):
			return []cure{axisCure(string(iso.TTFT))}
		default:
			return []cure{axisCure(string(iso.E2EL))}
		}
		if cures := p.headCures(h); len(cures) > 0 {
			return cures
		}
	}
	return []cure{{wire.AuditByTarget, "--target-column HEAD"}}
}

// headCures is the percentile and the tokens that a head names where others are read.
func (p *planner) headCures(head string) (out []cure) {
	s := strings.ToLower(head)
	if m := percentileWord.FindStringSubmatch(s); m != nil && m[1] != strconv.Itoa(p.sel.Percentile) {
		out = append(out, percentileCure(m[1]))
	}
	for _, tokens := range []render.Tokens{render.Output, render.Input} {
		if p.sel.Tokens != tokens && tokenWords[tokens].MatchString(s) {
			out = append(out, cure{wire.AuditByReading, "--tokens " + string(tokens)})
			break
		}
	}
	return out
}

// saysSpeeds reports whether a column holds targets whatever its head says: its cells
// carry their unit, or it is the first row of a table that was turned.
func (g *Grid) saysSpeeds(at int) bool {
	return g.Layout == Turned && at == 0 || slices.ContainsFunc(g.Rows, func(r Row) bool { return !r.Merged && rateWords.MatchString(strings.ToLower(r.Cells[at])) })
}

// axisWords warns when a target column's head speaks of another axis.
func axisWords(head string, axis iso.Axis) string {
	h := strings.ToLower(head)
	rate := strings.Contains(h, "/user") || strings.Contains(h, "interactivity")
	time := strings.Contains(h, "ttft") || strings.Contains(h, "latency") && !perToken.MatchString(h) || strings.Contains(h, "e2el") || strings.Contains(h, "first token")
	whole := rate && !time && axis == iso.Interactivity && endToEnd.MatchString(h)
	if rate && axis.Unit() == "s" || time && axis.Unit() != "s" || whole {
		return fmt.Sprintf("the column of targets is headed %q, but cells are read at equal %s", head, axis.Name())
	}
	return ""
}
