package iso

// Step compares one series of a chain with an earlier one, a ratio per target.
// Differs names what is not the same between the two, so that a gain can be
// told apart into its hardware, precision and software steps. Where every ratio
// is present, those of the steps multiply to those of the whole.
type Step struct {
	From, To int // indices of the table's rows
	Differs  []string
	Whole    bool // the first of the chain against the last
	Ratios   []Ratio
}

// ChainPriced reports whether every series of the chain has a price. Only then do
// its ratios of performance per dollar multiply to the whole; else those of
// throughput do.
func (t *Table) ChainPriced() bool {
	for _, k := range t.Spec.Chain {
		if _, ok := t.Rows[k].Series.Price.Positive(); !ok {
			return false
		}
	}
	return true
}

// chain forms the steps of a chain of rows, the whole last.
func chain(rows []Row, order []int, targets int) []Step {
	if len(order) < 2 {
		return nil
	}
	var steps []Step
	for i := 1; i < len(order); i++ {
		steps = append(steps, step(rows, order[i-1], order[i], targets))
	}
	whole := step(rows, order[0], order[len(order)-1], targets)
	whole.Whole = true
	return append(steps, whole)
}

func step(rows []Row, from, to, targets int) Step {
	a, b := &rows[from], &rows[to]
	s := Step{From: from, To: to, Differs: Differs(a.Series, b.Series), Ratios: make([]Ratio, targets)}
	for j := range s.Ratios {
		s.Ratios[j] = Compare(&b.Cells[j], &a.Cells[j])
	}
	return s
}

// Differs names the attributes in which two series are not the same.
func Differs(a, b *Series) []string {
	var out []string
	add := func(name string, differs bool) {
		if differs {
			out = append(out, name)
		}
	}
	add("hardware", a.Hardware != b.Hardware)
	add("framework", a.Framework != b.Framework)
	add("precision", a.Precision != b.Precision)
	add("speculative decoding", a.SpecDecoding != b.SpecDecoding)
	add("aggregated/disaggregated", a.Disagg != b.Disagg)
	add("official/unofficial", a.Official != b.Official)
	add("snapshot", a.Snapshot != b.Snapshot)
	return out
}
