package command

import (
	"encoding/json"
	"io"
)

// WriteJSON writes a reply, indented. Replies hold no NaN, so it fails only
// when the stream does.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
