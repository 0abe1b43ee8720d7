package data

import (
	"errors"
	"strconv"
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
