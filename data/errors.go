package data

import (
	"errors"
	"strconv"
	"strings"

	"github.com/tinylib/msgp/msgp"
)

// failure joins the parts of a message of this package: where, then what.
func failure(where, what string) error {
	if where == "" {
		return errors.New("data: " + what)
	}
	return errors.New("data: " + where + ": " + what)
}

func errorAt(byteAt int, what string) error {
	return failure("byte "+strconv.Itoa(byteAt)+" of the content", what)
}

func errorRow(row int, what string) error {
	return failure("row "+strconv.Itoa(row), what)
}

func hexOf(b []byte) string {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, 2*len(b))
	for _, c := range b {
		out = append(out, digits[c>>4], digits[c&15])
	}
	return string(out)
}

// wrongType words an error of the generated decoder: the path of the field and
// what it holds instead of what. Limits have been checked, so a value of
// another type, or a number out of its range, is all that can be wrong.
func wrongType(where string, err error) error {
	if _, path, ok := strings.Cut(err.Error(), " at "); ok {
		where += ": " + fieldPath(path)
	}
	t, ok := err.(msgp.TypeError) // wrapping adds to its path, nothing else
	if !ok {
		return failure(where, "is not a value that this field can hold")
	}
	return failure(where, "holds "+typeName(t.Encoded)+" where "+typeName(t.Method)+" should be")
}

// fieldPath turns the names of Go's fields into those of the file:
// Sheets/0/Rows/0/TDPW is sheets/0/rows/0/tdp_w.
func fieldPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		out := make([]byte, 0, len(p)+4)
		for k := 0; k < len(p); k++ {
			c := p[k]
			if upper := c >= 'A' && c <= 'Z'; upper {
				if k > 0 && p[k-1] >= 'a' && p[k-1] <= 'z' {
					out = append(out, '_')
				}
				c += 'a' - 'A'
			}
			out = append(out, c)
		}
		if parts[i] = string(out); parts[i] == "tdpw" {
			parts[i] = "tdp_w"
		}
	}
	return strings.Join(parts, "/")
}

func typeName(t msgp.Type) string {
	switch t {
	case msgp.StrType:
		return "a text"
	case msgp.BinType:
		return "bytes"
	case msgp.MapType:
		return "a map"
	case msgp.ArrayType:
		return "a list"
	case msgp.Float64Type, msgp.Float32Type:
		return "a number"
	case msgp.IntType, msgp.UintType:
		return "a whole number"
	case msgp.BoolType:
		return "true or false"
	case msgp.NilType:
		return "nothing"
	}
	return "another kind of value"
}
