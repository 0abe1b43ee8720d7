// Package words compares and quotes names without Unicode's tables of letters,
// which are 10 KB in a WebAssembly module. Names of models, hardware and the like
// are ASCII; of any other letters the case counts.
package words

import "unicode/utf8"

// Lower is s with the letters A to Z in lower case.
func Lower(s string) string {
	for i := range len(s) {
		if lower(s[i]) != s[i] {
			b := []byte(s)
			for k := range b {
				b[k] = lower(b[k])
			}
			return string(b)
		}
	}
	return s
}

// Same reports whether two names are the same, the case of A to Z aside.
func Same(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// Quote puts s in quotes as Go would write it. What shows nothing, or steers a
// terminal, is escaped: controls, line ends, marks of writing direction, and
// bytes that are no UTF-8.
func Quote(s string) string {
	const hex = "0123456789abcdef"
	b := []byte{'"'}
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\r':
			b = append(b, '\\', 'r')
		case c == utf8.RuneError && n == 1, c < ' ', c == 0x7f:
			b = append(b, '\\', 'x', hex[s[i]>>4], hex[s[i]&15])
		case c >= 0x80 && c < 0xa0, c == 0xad, c == 0x61c, c >= 0x2000 && c <= 0x200f, c >= 0x2028 && c <= 0x202f, c >= 0x205f && c <= 0x206f,
			c == 0x3000, c >= 0xe000 && c <= 0xf8ff, c == 0xfeff:
			b = append(b, '\\', 'u', hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15])
		case c >= 0xe0000:
			b = append(b, '\\', 'U', '0', '0', hex[c>>20], hex[c>>16&15], hex[c>>12&15], hex[c>>8&15], hex[c>>4&15], hex[c&15])
		default:
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return string(append(b, '"'))
}
