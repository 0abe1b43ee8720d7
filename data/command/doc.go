// Package command holds the options of the table and frontier commands and
// writes their answers. The command line and the HTTP interface both read their
// options into these structs and print by the methods here, so that the same
// options give the same bytes on both.
//
// A field's tags are those that the command line's parser reads: help, default,
// name, sep. An option is named by its field in words joined by dashes, AsOf is
// as-of, unless name says otherwise.
package command

import "strconv"

// OptionError says that an option's value cannot be used.
type OptionError struct{ Option, Reason string }

// Error names the option as the command line writes it.
func (e *OptionError) Error() string { return "--" + e.Option + ": " + e.Reason }

// reject refuses an option's value: "value": why.
func reject(option, value, why string) error {
	return &OptionError{option, strconv.Quote(value) + ": " + why}
}

// MaxCells bounds the cells of a table, or the knots of a frontier, that are
// formed for somebody else.
const MaxCells = 5000
