package iso

import "github.com/isofront/isofront/core/opt"

// Point is one operating point of a series on the axes of a table: one
// benchmark run at one concurrency. X is in the axis's unit, Y in tokens/s per
// GPU. Normalized is the point's E2E-normalized interactivity at the same
// percentile, read only where the North Star rule applies; Interactivity is its
// ordinary one, read only beside E2E-normalized values. The rest is carried to
// the cells that rest on the point.
type Point struct {
	X, Y, Normalized opt.Float
	Interactivity    opt.Float
	Concurrency      int
	Recipe           string
	TTFT, E2EL       opt.Float // seconds
	Output           opt.Float // output tokens/s per GPU, the part of Y that users watch
	MeasuredJoules   opt.Float // J/token as the source measured it, apart from the modelled energy
	MeasuredOn       string    // YYYY-MM-DD, "" when absent
	Run, Source      string
}

// Series is operating points of one system: one frontier. Price is $/GPU-hour
// and Kw all-in kW per GPU; either may be absent.
type Series struct {
	Name                                         string
	Hardware, Framework, Precision, SpecDecoding string
	Disagg, Official                             bool
	Synthetic                                    bool   // made up, not measured
	Snapshot                                     string // the date or source that a name carries after @, "" for none
	Price, Kw                                    opt.Float
	Points                                       []Point
}

// Span returns the first and last measuring date of the points; ok is false
// when no point has one.
func (s *Series) Span() (first, last string, ok bool) {
	for _, p := range s.Points {
		d := p.MeasuredOn
		if d == "" {
			continue
		}
		if first == "" || d < first {
			first = d
		}
		if d > last {
			last = d
		}
	}
	return first, last, first != ""
}
