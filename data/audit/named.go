package audit

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	spelled "github.com/isofront/isofront/core/words"
	"github.com/isofront/isofront/data"
)

// Named is the one place of an index, a model with a workload, that tables name in
// their captions, heads, and columns of models and workloads; what they leave
// unsaid is looked for in the text around them. A model or workload that is given
// is kept to. ok is false where they name none, or several could be meant.
func Named(grids []Grid, text, model, workload string, index *data.Index) (place data.BundleEntry, ok bool) {
	text = text[:min(len(text), mostAround)]
	said := []string{}
	for i := range grids {
		said = append(said, grids[i].about.model, grids[i].about.workload)
		said = append(said, grids[i].spoken()...)
	}
	var allModels, allWorkloads []string
	for _, b := range index.Bundles {
		allModels, allWorkloads = append(allModels, b.Model), append(allWorkloads, b.Workload)
	}
	slices.Sort(allModels)
	slices.Sort(allWorkloads)
	allModels, allWorkloads = slices.Compact(allModels), slices.Compact(allWorkloads)
	models, workloads := modelsIn(said, allModels), workloadsIn(said, allWorkloads)
	if len(models) == 0 && model == "" {
		models = modelsIn([]string{text}, allModels)
	}
	if len(workloads) == 0 && workload == "" {
		workloads = workloadsIn([]string{text}, allWorkloads)
	}
	if model == "" && len(models) == 0 || model != "" && workload == "" && len(workloads) == 0 {
		return place, false
	}
	if workload == "" && len(workloads) == 0 && slices.ContainsFunc(append(said, text), bothLengths.MatchString) {
		return place, false // of lengths that the data has not
	}
	n := 0
	for _, b := range index.Bundles {
		is := model != "" && spelled.Same(b.Model, model) || model == "" && slices.Contains(models, b.Model)
		of := workload != "" && spelled.Same(b.Workload, workload) || workload == "" && (len(workloads) == 0 || slices.Contains(workloads, b.Workload))
		if is && of {
			place = b
			n++
		}
	}
	return place, n == 1
}

// mostAround bounds the text around tables that is searched, from its beginning: it is
// searched at each change of a column.
const mostAround = 64 << 10

// mostSpoken bounds the lines of a table that are asked for its models.
const mostSpoken = 200

// spoken are the texts of a table that can name a model or a workload.
func (g *Grid) spoken() []string {
	out := append([]string{g.Caption}, g.Head...)
	isl, osl := -1, -1
	add := func(text func(r Row) string) {
		for _, r := range g.Rows[:min(len(g.Rows), mostSpoken)] {
			if s := text(r); !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	for k, h := range g.Head {
		switch h = strings.ReplaceAll(bare(h), "_", " "); {
		case h == "model" || workloadHead.MatchString(h):
			add(func(r Row) string { return r.Cells[k] })
		case h == "isl":
			isl = k
		case h == "osl":
			osl = k
		}
	}
	if isl >= 0 && osl >= 0 {
		add(func(r Row) string { return r.Cells[isl] + "/" + r.Cells[osl] })
	}
	return out
}

// modelsIn are the models whose words stand in one of the texts side by side. A
// name that begins another one counts only where it is not part of that.
func modelsIn(texts, models []string) (out []string) {
	byLength := slices.Clone(models)
	slices.SortStableFunc(byLength, func(a, b string) int { return len(headWords(b)) - len(headWords(a)) })
	for _, text := range texts {
		in := headWords(text)
		for _, m := range byLength {
			for _, name := range [][]string{headWords(m), undated(headWords(m))} {
				for at := 0; len(name) > 0 && at+len(name) <= len(in); at++ {
					if slices.Equal(in[at:at+len(name)], name) {
						if !slices.Contains(out, m) {
							out = append(out, m)
						}
						for k := range name {
							in[at+k] = "" // taken
						}
					}
				}
			}
		}
	}
	return out
}

// undated is a model's name without the month and day that some end in, as texts
// leave it out.
func undated(name []string) []string {
	if n := len(name) - 1; n > 1 && len(name[n]) == 4 && isDigits(name[n]) {
		return name[:n]
	}
	return nil
}

// workloadsIn are those of the workloads that the texts name: agentic, or lengths of
// input and output side by side but for words of what they are, 8k being 8192.
func workloadsIn(texts, workloads []string) (out []string) {
	for _, text := range texts {
		in := lengthWords(text)
		for _, w := range workloads {
			name := lengthWords(w)
			for at := 0; at+len(name) <= len(in); at++ {
				if slices.Equal(in[at:at+len(name)], name) && !slices.Contains(out, w) {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// lengthWords are the words of a text with lengths in tokens, without those that
// say what the lengths are of.
func lengthWords(text string) (out []string) {
	for _, w := range headWords(text) {
		parts := []string{w}
		if m := twoLengths.FindStringSubmatch(w); m != nil {
			parts = m[1:]
		}
		for _, part := range parts {
			switch m := tokenCount.FindStringSubmatch(part); {
			case m != nil && m[2] != "":
				n, _ := strconv.Atoi(m[1])
				out = append(out, strconv.Itoa(n*1024))
			case !slices.Contains(lengthOf, part):
				out = append(out, part)
			}
		}
	}
	return out
}

var (
	// bothLengths says lengths of input and output by their names.
	bothLengths = regexp.MustCompile(`(?i)\bisl\W{0,3}\d+ ?k?\W{1,6}osl\W{0,3}\d`)
	twoLengths  = regexp.MustCompile(`^(\d+k)(\d+k)$`)
	lengthOf    = strings.Fields("tokens token tok in out input output prompt isl osl and x")
)
