package importer

import (
	"errors"
	"io"
	"strings"

	"github.com/isofront/isofront/core/opt"
)

// A tool's own summary lies beside its requests, under a name that follows from
// theirs. It is compared with what the tool's definitions give from the
// requests, and it may say how long the run took.

// ownSummary says where a tool puts its summary and how its fields are called
// in the tool's convention.
type ownSummary struct {
	// beside gives the summary's name from that of the requests, "" when the
	// name does not follow the tool's pattern.
	beside func(requests string) string
	// name maps the path of a number to the convention's name, "" for one that
	// is not a figure.
	name func(path string) string
	// read makes an operating point of it; nil: there is nothing to make one of.
	read     func(File) (*Result, error)
	duration string // path of the wall time in s
	asked    string // path of the concurrency
}

// Beside is the name that the tool's own summary has in the same folder, ""
// when there is none to look for.
func (t *Trace) Beside(name string) string {
	if t.own == nil {
		return ""
	}
	return t.own.beside(name)
}

// maxFigures bounds the figures taken from one summary.
const maxFigures = 4096

// ReadOwn reads the tool's own summary into Printed, and Duration and
// Concurrency where the trace has none.
func (t *Trace) ReadOwn(name string, r io.Reader) error {
	if t.own == nil {
		return &FileError{name, errors.New("no summary is known of this tool")}
	}
	w := newWalk(r)
	figures := map[string]float64{}
	w.leaves("", 0, func(path string, v float64) {
		switch path {
		case t.own.duration:
			if !t.Duration.Ok() {
				t.Duration = positiveOrAbsent(v)
			}
		case t.own.asked:
			if !t.Concurrency.Ok() {
				t.Concurrency = positiveOrAbsent(v)
			}
		}
		if as := t.own.name(path); as != "" && len(figures) < maxFigures {
			figures[as] = v
		}
	})
	if w.err != nil {
		return &FileError{name, w.err}
	}
	t.Printed = figures
	return nil
}

// leaves calls take for each number in an object and its objects; arrays are
// stepped over, and what lies deeper than summaries go.
func (w *walk) leaves(prefix string, depth int, take func(path string, v float64)) {
	const deepest = 6
	w.object(prefix, func(name []byte) {
		path := string(name)
		if prefix != "" {
			path = prefix + "." + path
		}
		switch c := w.first(); {
		case c == '{' && depth < deepest:
			w.leaves(path, depth+1, take)
		case c == '-' || c >= '0' && c <= '9':
			if v, ok := w.number(path).Get(); ok {
				take(path, v)
			}
		default:
			w.skip()
		}
	})
}

// replaceEnd is name with its end replaced, "" when it ends otherwise.
func replaceEnd(name, end, by string) string {
	if stem, ok := strings.CutSuffix(name, end); ok {
		return stem + by
	}
	return ""
}

// twoWords are the figures of AIPerf and genai-perf: metric, then statistic.
func twoWords(path string) string {
	if strings.Count(path, ".") == 1 && !strings.HasPrefix(path, "input_config.") {
		return path
	}
	return ""
}

func positiveOrAbsent(v float64) opt.Float {
	if v > 0 {
		return opt.Of(v)
	}
	return opt.Float{}
}
