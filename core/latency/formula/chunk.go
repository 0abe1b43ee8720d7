package formula

import "github.com/isofront/isofront/core/opt"

// Kind says what a streamed chunk carries.
type Kind uint8

const (
	RoleOnly  Kind = iota // announces the role, carries no token
	Empty                 // has a choice, but nothing in it
	UsageOnly             // token counts after the answer
	Content               // text that the user sees
	Reasoning             // text before the answer; its tokens count
	Tool                  // part of a tool call
)

// Bears reports whether a chunk carries a generated token: a kind that does, and
// a count that is not known to be 0.
func Bears(k Kind, tokens opt.Float) bool {
	n, known := tokens.Get()
	return (k == Content || k == Reasoning || k == Tool) && !(known && n == 0)
}
