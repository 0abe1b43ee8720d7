package main

import (
	"fmt"
	"io"

	"github.com/isofront/isofront/data/command"
)

// writeJSON writes a reply to standard output.
func writeJSON(w io.Writer, v any) error {
	if err := command.WriteJSON(w, v); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}
