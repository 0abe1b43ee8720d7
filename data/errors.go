package data

import (
	"errors"
	"strings"

	"github.com/isofront/isofront/core/digits"
	"github.com/isofront/isofront/data/msgpack"
)

// broken joins the parts of a message of this package: where, then what.
func broken(parts ...string) error { return errors.New("data: " + strings.Join(parts, "")) }

func errorAt(byteAt int, what ...string) error {
	return broken("byte ", digits.Int(byteAt), " of the content: ", strings.Join(what, ""))
}

func errorRow(row int, what ...string) error {
	return broken("row ", digits.Int(row), ": ", strings.Join(what, ""))
}

func hexOf(b []byte) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}

// wrongType words why a value could not be taken: the path of the field and what
// it holds instead of what. Limits have been checked, so a value of another kind,
// or a number out of its range, is all that can be wrong.
func wrongType(where string, f msgpack.Fault) error {
	if f.Path != "" {
		where += ": " + f.Path
	}
	if f.Want == msgpack.Range {
		return broken(where, ": is not a value that this field can hold")
	}
	return broken(where, ": holds ", kindName(f.Got), " where ", kindName(f.Want), " should be")
}

func kindName(k msgpack.Kind) string {
	switch k {
	case msgpack.Text:
		return "a text"
	case msgpack.Bin:
		return "bytes"
	case msgpack.Map:
		return "a map"
	case msgpack.List:
		return "a list"
	case msgpack.Float:
		return "a number"
	case msgpack.Whole:
		return "a whole number"
	case msgpack.Bool:
		return "true or false"
	case msgpack.Nil:
		return "nothing"
	}
	return "another kind of value"
}
