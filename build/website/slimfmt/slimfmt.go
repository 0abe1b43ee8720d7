// Package slimfmt is what a library needs of fmt to word its errors: the names
// and the verbs, without reflection. The WebAssembly builds put it in place of
// fmt in the libraries that the page links, where nothing else would use fmt.
// Those libraries are older than the word any.
package slimfmt

import (
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/core/words"
)

// Stringer is fmt.Stringer.
type Stringer interface{ String() string }

// Sprintf is fmt.Sprintf for text, numbers, truth and errors; flags and widths are
// left out, and any other value is written as "?": who asks any value for its
// String links that of every type.
func Sprintf(format string, args ...interface{}) string {
	var b strings.Builder
	for {
		text, rest, found := strings.Cut(format, "%")
		b.WriteString(text)
		if !found {
			return b.String()
		}
		rest = strings.TrimLeft(rest, "+-# 0123456789.")
		if rest == "" {
			return b.String() + "%"
		}
		verb := rest[0]
		format = rest[1:]
		switch {
		case verb == '%':
			b.WriteByte('%')
		case len(args) == 0:
			b.WriteByte('?')
		default:
			b.WriteString(word(verb, args[0]))
			args = args[1:]
		}
	}
}

func word(verb byte, arg interface{}) string {
	text := "?"
	switch v := arg.(type) {
	case string:
		text = v
	case []byte:
		text = string(v)
	case error:
		text = v.Error()
	case bool:
		return strconv.FormatBool(v)
	case int:
		return integer(verb, int64(v))
	case int64:
		return integer(verb, v)
	case uint8:
		return integer(verb, int64(v))
	case int32:
		return integer(verb, int64(v))
	case uint32:
		return integer(verb, int64(v))
	case uint64:
		return strconv.FormatUint(v, 10)
	case float64:
		return digits.Text(v)
	}
	if verb == 'q' {
		return words.Quote(text)
	}
	return text
}

func integer(verb byte, v int64) string {
	switch verb {
	case 'x':
		return strconv.FormatInt(v, 16)
	case 'q', 'c':
		return string(rune(v))
	}
	return strconv.FormatInt(v, 10)
}

type failure struct {
	text  string
	cause error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// Errorf is fmt.Errorf; an error among args is what Unwrap returns.
func Errorf(format string, args ...interface{}) error {
	f := &failure{text: Sprintf(format, args...)}
	for _, a := range args {
		if err, ok := a.(error); ok {
			f.cause = err
		}
	}
	return f
}

// Fprintf is fmt.Fprintf.
func Fprintf(w io.Writer, format string, args ...interface{}) (int, error) {
	return io.WriteString(w, Sprintf(format, args...))
}

// Printf writes to standard error, as Println does.
func Printf(format string, args ...interface{}) (int, error) {
	return os.Stderr.WriteString(Sprintf(format, args...))
}

// Println writes to standard error, which in a browser is the console.
func Println(args ...interface{}) (int, error) {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = word('v', a)
	}
	return os.Stderr.WriteString(strings.Join(words, " ") + "\n")
}
