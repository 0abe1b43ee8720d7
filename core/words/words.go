// Package words compares, searches, quotes and escapes names without Unicode's
// tables of letters, which are 10 KB in a WebAssembly module. Names of models,
// hardware and the like are ASCII; of any other letters the case counts.
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

// Upper is s with the letters a to z in upper case.
func Upper(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// Escapes are pairs of a text and what stands for it.
type Escapes []string

// Replace writes s with what stands for its texts, the first pair that fits
// before others. It is strings.Replacer in a tenth of the code.
func (e Escapes) Replace(s string) string {
	var begins [256]bool // what a text of the pairs begins with
	for k := 0; k < len(e); k += 2 {
		begins[e[k][0]] = true
	}
	var b []byte
	kept := 0 // what b holds of s
	for i := 0; i < len(s); {
		if !begins[s[i]] {
			i++
			continue
		}
		next := i + 1
		for k := 0; k < len(e); k += 2 {
			if old := e[k]; s[i] == old[0] && len(s)-i >= len(old) && s[i:i+len(old)] == old {
				b = append(append(b, s[kept:i]...), e[k+1]...)
				next = i + len(old)
				kept = next
				break
			}
		}
		i = next
	}
	if kept == 0 {
		return s
	}
	return string(append(b, s[kept:]...))
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

// Index is where part first begins in s, else -1.
func Index(s, part string) int {
	for i := 0; i+len(part) <= len(s); i++ {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
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
