package audit

import (
	"strings"
)

// maxBraces bounds groups in groups of LaTeX; deeper ones are dropped.
const maxBraces = 20

// What commands of LaTeX stand for, and which of their arguments is text: of those
// that are not listed every one is.
var (
	latexSigns = map[string]string{
		"sim": "~", "approx": "~", "thicksim": "~", "textasciitilde": "~", "times": "×", "infty": "∞", "pm": "±", "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "lt": "<", "gt": ">", "leqslant": "≤", "geqslant": "≥", "lesssim": "≤", "gtrsim": "≥", "ll": "<", "gg": ">", "ne": "≠", "neq": "≠", "nless": "≥", "ngtr": "≤", "nleq": ">", "ngeq": "<",
		"textless": "<", "textgreater": ">", "rightarrow": "→", "to": "→", "textdollar": "$", "dag": "†", "dagger": "†", "ddag": "‡", "ddagger": "‡", "S": "§", "P": "¶", "ast": "*", "star": "*",
		"textendash": "–", "textemdash": "—", "cdot": "·", "dots": "…", "ldots": "…", "checkmark": "✓", "cmark": "✓", "xmark": "✗", "emptyset": "∅", "varnothing": "∅", "textbar": "|", "Delta": "Δ",
		"quad": " ", "qquad": " ", "newline": " ", "textbackslash": `\`, "textasciicircum": "^", "textunderscore": "_", "percent": "%", "cents": "¢", "textcent": "¢", "texteuro": "€", "euro": "€", "mu": "µ",
		"textsuperscript": "^", "tnote": "^", "tmark": "^", "tablenotemark": "^", "textsubscript": "_",
	}
	// latexDrops have no text in so many arguments; in latexFirst the text is the first.
	latexDrops = map[string]int{
		"cite": 1, "citep": 1, "citet": 1, "footnote": 1, "tablefootnote": 1, "label": 1, "ref": 1, "vspace": 1, "hspace": 1, "cellcolor": 1, "rowcolor": 1, "color": 1, "fontsize": 2, "setlength": 2, "rule": 2, "phantom": 1, "hphantom": 1, "vphantom": 1,
		"textcolor": 1, "colorbox": 1, "rotatebox": 1, "scalebox": 1, "raisebox": 1, "parbox": 1, "href": 1, "adjustbox": 1, "resizebox": 2, "fcolorbox": 2, "cmidrule": 1, "cline": 1,
	}
	latexFirst = map[string]bool{"SI": true, "qty": true}
	// latexJoins put a sign between their first two arguments, which are no one number.
	latexJoins = map[string]string{"numrange": "–", "SIrange": "–", "qtyrange": "–", "frac": "/", "tfrac": "/", "dfrac": "/", "nicefrac": "/", "sfrac": "/"}
)

// latexText is what a piece of LaTeX reads as.
func latexText(s string, depth int) string {
	if depth > maxBraces || !strings.ContainsAny(s, `\{}$~&%-`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '{', '}', '$':
		case '~', '&':
			b.WriteByte(' ')
		case '-':
			n := i
			for n+1 < len(s) && s[n+1] == '-' {
				n++
			}
			b.WriteString([]string{"-", "–", "—"}[min(n-i, 2)])
			i = n
		case '\\':
			i = latexCommand(&b, s, i+1, depth) - 1
		default:
			b.WriteByte(c)
		}
		if b.Len() > MaxCell {
			break
		}
	}
	return b.String()
}

// latexCommand writes what the command at s[at:], behind its backslash, reads as and
// returns where it ends.
func latexCommand(b *strings.Builder, s string, at, depth int) int {
	if at >= len(s) {
		return at
	}
	end := at
	for end < len(s) && (s[end] >= 'a' && s[end] <= 'z' || s[end] >= 'A' && s[end] <= 'Z') {
		end++
	}
	if end == at { // a sign
		switch c := s[at]; c {
		case '$', '%', '&', '_', '#', '{', '}':
			b.WriteByte(c)
		case ',', ';', ':', ' ', '\\', '~', '\n':
			b.WriteByte(' ')
		case '!', '-', '/', '(', ')', '[', ']', '@':
		default:
			b.WriteByte(c)
		}
		return at + 1
	}
	name := s[at:end]
	if end < len(s) && s[end] == '*' {
		end++
	}
	if sign, ok := latexSigns[name]; ok {
		b.WriteString(sign)
		for end < len(s) && s[end] == ' ' && strings.IndexByte("~×", sign[0]) < 0 {
			end++
		}
		return end
	}
	end = latexOption(s, end)
	if name == "begin" || name == "end" {
		inner, after := latexArg(s, end)
		b.WriteByte(' ')
		if name == "begin" && latexEnd.MatchString(`\begin{`+inner+`}`) {
			after = latexColumns(s, after, inner)
		}
		return after
	}
	for range latexDrops[name] {
		_, end = latexArg(s, end)
		end = latexOption(s, end)
	}
	if sign := latexJoins[name]; sign != "" {
		first, after := latexArg(s, end)
		b.WriteString(latexText(first, depth+1) + sign)
		if end = after; strings.HasSuffix(name, "range") {
			second, after := latexArg(s, end)
			b.WriteString(latexText(second, depth+1))
			if end = after; name != "numrange" {
				_, end = latexArg(s, end) // the unit
			}
		}
		return end
	}
	if latexFirst[name] {
		number, after := latexArg(s, end)
		b.WriteString(latexText(number, depth+1))
		_, end = latexArg(s, latexOption(s, after))
	}
	return end
}

// latexOption is where text goes on behind options in brackets, if there are any.
func latexOption(s string, at int) int {
	for {
		i := at
		for i < len(s) && (s[i] == ' ' || s[i] == '\n') {
			i++
		}
		if i >= len(s) || s[i] != '[' {
			return at
		}
		end := strings.IndexAny(s[i:min(len(s), i+200)], "]\\")
		if end < 0 || s[i+end] != ']' {
			return at
		}
		at = i + end + 1
	}
}

// latexArg is the argument in braces at a place, and where it ends; "" where there
// is none.
func latexArg(s string, at int) (arg string, end int) {
	i := at
	for i < len(s) && (s[i] == ' ' || s[i] == '\n') {
		i++
	}
	if i >= len(s) || s[i] != '{' {
		return "", at
	}
	depth := 0
	for k := i; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return s[i+1 : k], k + 1
			}
		}
	}
	return s[i+1:], len(s)
}
