package importer

import (
	"bytes"
	"errors"
	"io"
	"path"
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
	if t.format == nil || t.format.own == nil {
		return ""
	}
	return t.format.own.beside(name)
}

// ownText is the summary that goes with the requests, kept to be read when it is
// said what was measured.
type ownText struct {
	name  string
	text  func() []byte
	read  func(File) (*Result, error)
	plain *Result // with nothing given
}

// with reads it with what is given.
func (o *ownText) with(given Given) (*Result, error) {
	if o == nil {
		return &Result{}, nil
	}
	if o.plain != nil && len(given.values) == 0 {
		return o.plain, nil
	}
	res, err := o.read(File{Name: o.name, Reader: bytes.NewReader(o.text()), Given: given})
	if err == nil && len(given.values) == 0 {
		o.plain = res
	}
	return res, err
}

// Beside is the name that a tool's own summary has in the folder of a file of
// requests that begins with head, "" for any other file.
func Beside(name string, head []byte) string {
	if f, ok := Recognise(head); ok && f.HasRequests() && f.own != nil {
		return f.own.beside(name)
	}
	return ""
}

// maxFigures bounds the figures taken from one summary.
const maxFigures = 4096

// maxOwn bounds the size of a summary.
const maxOwn = 64 << 20

// ReadOwn reads the tool's own summary into Printed, and Duration and
// Concurrency where the trace has none. Point reads it too.
func (t *Trace) ReadOwn(name string, r io.Reader) error {
	if t.format == nil || t.format.own == nil {
		return &FileError{name, errors.New("no summary is known of this tool")}
	}
	own := t.format.own
	text, err := io.ReadAll(io.LimitReader(r, maxOwn))
	if err != nil {
		return &FileError{name, err}
	}
	w := newWalk(bytes.NewReader(text))
	figures, again := map[string]float64{}, ""
	w.leaves("", 0, func(at string, v float64) {
		switch at {
		case own.duration:
			if !t.Duration.Ok() {
				t.Duration = positiveOrAbsent(v)
			}
		case own.asked:
			if !t.Concurrency.Ok() {
				t.Concurrency = positiveOrAbsent(v)
			}
		}
		if as := own.name(at); as != "" && len(figures) < maxFigures {
			if _, ok := figures[as]; ok && again == "" {
				again = at
			}
			figures[as] = v
		}
	})
	if again != "" && w.err == nil {
		w.err = errors.New(again + ": " + twice)
	}
	if w.err != nil {
		return &FileError{name, w.err}
	}
	t.Printed = figures
	if own.read != nil {
		t.own = &ownText{name: path.Join(path.Dir(t.File), name), read: own.read, text: func() []byte { return text }}
	}
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
