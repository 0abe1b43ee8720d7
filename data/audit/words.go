package audit

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/isofront/isofront/core/iso"
)

var isoDate = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// precisions and speculations are words of heads that name those attributes
// even where no series of the selection has them.
var (
	precisions   = []string{"fp4", "fp6", "fp8", "fp16", "bf16", "int4", "int8"}
	speculations = []string{"mtp", "eagle", "eagle3", "medusa"}
	speculative  = []string{"spec", "speculative", "speculation"} // some, without its name
	frameworks   = []string{"vllm", "sglang", "trt", "dynamo", "atom", "mori"}
	sameWord     = map[string]string{
		"nvfp4": "fp4", "mxfp4": "fp4", "disaggregated": "disagg", "aggregated": "agg",
		"trtllm": "trt", "tensorrt": "trt",
	}
)

// headWords are the words of a head, in one spelling: letters and digits, with
// dates kept whole.
func headWords(s string) []string {
	s = strings.ToLower(s)
	dates := isoDate.FindAllString(s, -1)
	s = isoDate.ReplaceAllString(s, " ")
	var out []string
	for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if v, ok := sameWord[w]; ok {
			w = v
		}
		out = append(out, w)
	}
	return append(out, dates...)
}

// unitWords never tell series apart.
var unitWords = strings.Fields("tok toks token tokens s sec second gpu m mm k million per usd dollar dollars cost costs price throughput tput tps j joule joules energy hour hr h 1m")

// propose returns the series that a head can mean: the one whose name it is or
// begins with, or whose label it is; else every series that has the hardware it names and none of whose
// attributes it contradicts.
func (p *planner) propose(head string) []int {
	out, done := p.fit[head]
	if !done {
		out = p.match(head)
		p.fit[head] = out
	}
	return out
}

func (p *planner) match(head string) []int {
	// A name, alone or in front of a quantity: the longest, since one can begin another.
	named, longest := -1, 0
	for i, n := range p.names {
		if n = strings.ToLower(n); len(n) > longest && strings.HasPrefix(bare(head)+" ", n+" ") {
			named, longest = i, len(n)
		}
	}
	if named >= 0 {
		return []int{named}
	}
	all := headWords(head)
	// A label leaves aggregated unsaid; a head may say it.
	ws := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return w == "agg" || slices.Contains(unitWords, w) })
	var same []int
	for i := range p.labels {
		if slices.Equal(ws, p.labels[i]) {
			same = append(same, i)
		}
	}
	if len(same) == 1 {
		return same
	}
	var out []int
	for i := range p.sel.Series {
		if p.fits(i, all) {
			out = append(out, i)
		}
	}
	return out
}

func (p *planner) fits(series int, head []string) bool {
	s, own := &p.sel.Series[series], p.own[series]
	hardware := false
	for i, w := range head {
		negated := i > 0 && slices.Contains([]string{"no", "non", "without", "w", "wo"}, head[i-1])
		switch {
		case w == strings.ToLower(s.Hardware):
			hardware = true
		case p.isHardware(w):
			return false
		case slices.Contains(own, w):
		case slices.Contains(precisions, w):
			if w != strings.ToLower(s.Precision) {
				return false
			}
		case slices.Contains(frameworks, w) || p.isFramework(w):
			return false
		case slices.Contains(speculations, w) || p.isSpeculation(w):
			if (w == strings.ToLower(s.SpecDecoding)) == negated {
				return false
			}
		case w == "none": // as names and long forms say of speculative decoding
			if !strings.EqualFold(s.SpecDecoding, "none") {
				return false
			}
		case w == "disagg" || w == "agg":
			if says := (w == "disagg") != negated; says != s.Disagg {
				return false
			}
		case slices.Contains(speculative, w):
			if i > 0 && (slices.Contains(speculations, head[i-1]) || p.isSpeculation(head[i-1])) {
				break // its name was looked at
			}
			if strings.EqualFold(s.SpecDecoding, "none") != negated {
				return false
			}
		case isoDate.MatchString(w):
			if !strings.HasPrefix(s.Snapshot, w) {
				return false
			}
		case w == "unofficial" && s.Official:
			return false
		}
	}
	return hardware
}

func (p *planner) isHardware(w string) bool {
	return slices.ContainsFunc(p.sel.Series, func(s iso.Series) bool { return strings.EqualFold(s.Hardware, w) })
}

func (p *planner) isFramework(w string) bool {
	return slices.ContainsFunc(p.own, func(own []string) bool { return slices.Contains(own, w) })
}

func (p *planner) isSpeculation(w string) bool {
	return w != "none" && slices.ContainsFunc(p.sel.Series, func(s iso.Series) bool { return strings.EqualFold(s.SpecDecoding, w) })
}
