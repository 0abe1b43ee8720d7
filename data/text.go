package data

import (
	"strings"
	"unicode/utf8"
)

const reasonNotUTF8 = "not UTF-8 text"

// UnsoundText returns why a text cannot be kept, "" when it can. Texts are
// shown on terminals and pages beside each other, so one line of what the eye
// sees is all that they may hold: no control characters or line ends, which
// steer a terminal, no marks that turn the direction of the text around them,
// and none of those that show nothing and would make two names look like one.
func UnsoundText(s string) string {
	if !utf8.ValidString(s) {
		return reasonNotUTF8
	}
	for _, c := range s {
		switch {
		case c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 || c == 0x85:
			return "holds a line end"
		case c < ' ' || c >= 0x7f && c < 0xa0:
			return "holds control characters"
		case c < 0x2ff:
		case c == 0x61c || c == 0x200e || c == 0x200f || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069:
			return "holds marks of writing direction"
		case c == 0xfeff || c == 0x200b || c == 0x2060 || c >= 0xe0000 && c <= 0xe007f:
			return "holds characters that show nothing"
		}
	}
	return ""
}

// UnsoundName is UnsoundText for the parts of a series' name, hardware to
// speculative decoding: "/" and "@" hold the parts of the name together and
// would make two series of one name.
func UnsoundName(s string) string {
	if strings.IndexByte(s, '/') >= 0 || strings.IndexByte(s, '@') >= 0 {
		return "holds / or @, which part the names of series"
	}
	return UnsoundText(s)
}
