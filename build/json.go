package main

import (
	"encoding/json"
	"fmt"
	"io"
)

// writeJSON writes a reply, indented. Replies hold no NaN, so it fails only
// when the stream does.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}
