package audit

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/render"
)

// plainWords change nothing of what a head says of a quantity and a series. Any
// other word may: goodput, peak, per rack, of a class of hardware.
var plainWords = append(strings.Fields(`at on in of for the a an and with by total all average avg mean equal same matched
	iso pareto frontier baseline ref reference via using running serving inference performance perf current latest us mtok mtoks ktok
	inferencex inferencemax semianalysis interactivity user measured interpolated reported published our ours value values official unofficial
	nvidia amd instinct hgx dgx gpus superchip grace blackwell hopper`), unitWords...)

// ratioPlain are those that a ratio may hold besides.
var ratioPlain = strings.Fields("ratio perf performance speedup speed up x times vs versus over relative to compared than dollar efficiency factor")

// nvlink names how many GPUs a system joins, which its rate per GPU does not count.
var (
	nvlink   = regexp.MustCompile(`^nvl72$`)
	lengths  = regexp.MustCompile(`\b\d+k? ?/ ?\d+k?\b`)
	footnote = regexp.MustCompile(`\[[\pL\pN*†‡]{1,3}\]|\^[\pL\pN*†‡]{1,3}`)
)

// unknownWord is the first word of a head that is neither of these series, this
// model and workload nor a plain one, "" where all are: what it changes is not known.
func (p *planner) unknownWord(head string, ratio bool, series ...int) string {
	for _, pair := range lengths.FindAllString(strings.ToLower(head), 2) {
		if !sameWorkload(pair, p.sel.Workload) {
			return pair
		}
	}
	words := headWords(footnote.ReplaceAllString(head, " "))
	u, _, _ := recognise(head)
	counted := u.quantity == render.Cost || u.quantity == render.Energy // the same of however many GPUs
	for i, w := range words {
		switch {
		case w == "measured" && u.quantity == render.Energy: // it is modelled
			return w
		case slices.Contains(plainWords, w), ratio && slices.Contains(ratioPlain, w), nvlink.MatchString(w), isoDate.MatchString(w):
		case slices.Contains(precisions, w), slices.Contains(frameworks, w), slices.Contains(speculations, w), w == "none", w == "agg", w == "disagg": // fits has looked at them
		case !ratio && (w == "mw" || w == "megawatt"):
		case slices.Contains(p.about(), w), counted && isDigits(w) && i+1 < len(words) && strings.HasPrefix(words[i+1], "gpu"):
		case slices.ContainsFunc(series, func(k int) bool { return slices.Contains(p.said[k], w) }):
		case slices.Contains([]string{"no", "non", "without", "w", "wo"}, w) && i+1 < len(words) && (slices.Contains(speculations, words[i+1]) || p.isSpeculation(words[i+1]) || words[i+1] == "disagg" || words[i+1] == "agg" || slices.Contains(speculative, words[i+1])):
		case slices.Contains(speculative, w), w == "decoding":
		default:
			return w
		}
	}
	return ""
}

// about are the words of the model, the workload, the percentile and the tokens that
// are checked.
func (p *planner) about() []string {
	if p.context != nil {
		return p.context
	}
	out := append(headWords(p.sel.Model), headWords(p.sel.Workload)...)
	for _, w := range headWords(p.sel.Workload) {
		if n, err := strconv.Atoi(w); err == nil && n%1024 == 0 {
			out = append(out, strconv.Itoa(n/1024)+"k")
		}
	}
	out = append(out, fmt.Sprintf("p%d", p.sel.Percentile), string(p.sel.Basis))
	if p.sel.Percentile == 50 {
		out = append(out, "median")
	}
	switch p.sel.Tokens {
	case render.Output:
		out = append(out, "output", "out", "generated", "generation", "completion", "decode")
	case render.Input:
		out = append(out, "input", "prompt", "prefill")
	}
	p.context = out
	return out
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// unknownIn says so in words.
func (p *planner) unknownIn(head string, ratio bool, series ...int) string {
	if w := p.unknownWord(head, ratio, series...); w != "" {
		return fmt.Sprintf("its head says %q, and what that changes is not known", w)
	}
	return ""
}
